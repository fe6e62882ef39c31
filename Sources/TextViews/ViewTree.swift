extension Console {
  /// Prints the tree of views: one line for each view, with its summary, or the reason why it is not visible.
  ///
  /// ```
  /// map
  /// ├ units  rows 1-2 of 2
  /// ├ attacker  hidden
  /// └ defender  Mordred attacks you
  /// chat  closed
  /// ```
  public func tree(of views: [TextView]) {
    for view in views { node(view, indent: "", branch: "", name: view.path.utf8[...]) }
  }

  private func node(_ view: TextView, indent: String, branch: String, name: ArraySlice<UInt8>) {
    var line = Array((indent + branch).utf8) + name
    let state = state(of: view)
    if !state.isEmpty {
      line += "  \(state)".utf8
    }
    self.line(line.span)
    if let screen = view as? ScreenView, !screen.isOpen { return }
    let below = indent + (branch.isEmpty ? "" : branch == "└ " ? "  " : "│ ")
    let subviews = view.subviews
    for (index, inner) in subviews.enumerated() {
      let branch = index == subviews.count - 1 ? "└ " : "├ "
      node(inner, indent: below, branch: branch, name: inner.path.relative(to: view.path))
    }
  }

  private func state(of view: TextView) -> String {
    if let screen = view as? ScreenView, !screen.isOpen { return "closed" }
    if view.isHidden { return "hidden" }
    return view.isVisible ? view.summary : "not shown"
  }
}
