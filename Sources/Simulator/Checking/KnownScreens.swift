import TextViews

/// The screens of new views, by state. Screens and states are stored as digests, which suffice for comparisons.
final class KnownScreens {
  private var screens: [StateDigest: StateDigest] = [:]
  private var bytes: [UInt8] = []

  /// The number of states at which the cache is emptied.
  private static let countMax = 1 << 20

  /// Returns a Boolean value that indicates whether new views in the state had the same contents.
  func isKnown(_ image: ScreenImage, in state: StateDigest) -> Bool {
    guard let known = screens[state] else { return false }
    return known == digest(of: image)
  }

  /// Stores the contents of new views in a state.
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
