extension Explanation {
  /// `there is no status “redy”`, with the nearest of `names` as suggestion and, when they are few, all
  /// of them in a note.
  public static func unknown(_ what: String, _ name: String, among names: [String]) -> Explanation {
    Explanation("there is no \(what) “\(name)”")
  }
}
