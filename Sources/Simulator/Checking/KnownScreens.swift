import TextViews

/// The screens that new views showed in each state, both by digest: the digest is enough to recognize a screen.
final class KnownScreens {
  private var screens: [StateDigest: StateDigest] = [:]
  private var bytes: [UInt8] = []

  /// At so many states all are forgotten.
  private static let countMax = 1 << 20

  /// Returns a Boolean value that indicates whether new views in the state showed the same.
  func isKnown(_ image: ScreenImage, in state: StateDigest) -> Bool {
    guard let known = screens[state] else { return false }
    return known == digest(of: image)
  }

  /// Notes what views that are made in the state show.
  func note(_ image: ScreenImage, in state: StateDigest) {
    if screens.count >= Self.countMax { screens.removeAll(keepingCapacity: true) }
    screens[state] = digest(of: image)
  }

  private func digest(of image: ScreenImage) -> StateDigest {
    bytes.removeAll(keepingCapacity: true)
    image.write(to: &bytes)
    let written = bytes
    return SipHash.wideHash(written.span)
  }
}
