/// What services do at a moment that comes often, in the order of their making.
final class Hooks {
  /// Does all of it. Each addition calls what was there before: a list would cost a count of references for each.
  private(set) var run: () -> Void = {}

  func append(_ next: @escaping () -> Void) {
    let earlier = run
    run = {
      earlier()
      next()
    }
  }
}
