/// A main view with accessory views below it, of which a limited number is visible.
///
/// Observers only set ``TextView/isHidden`` of an accessory, and the stack shows the first views that are not hidden.
/// So two accessories that replace each other in one transaction are never visible at the same time, in whatever order
/// observers are called.
open class StackView: TextView {
  /// The views from top to bottom, including hidden ones.
  public private(set) final var arranged: [TextView] = []
  /// The maximum number of visible views.
  public final let limit: Int
  /// A Boolean value that indicates whether the stack is showing and hiding views. Changes of ``TextView/isHidden`` in
  /// the meantime are handled afterwards.
  private final var isArranging = false
  private final var isToBeArranged = false

  /// Creates an empty stack.
  ///
  /// - Parameters:
  ///   - path: the path of the stack.
  ///   - limit: the maximum number of visible views. The stack shows the first views that are not hidden.
  ///   - console: the console to which the stack prints.
  public init(_ path: ViewPath, limit: Int = .max, on console: Console) {
    self.limit = limit
    super.init(path, on: console)
  }

  /// Adds a view below the others.
  ///
  /// A visible view disappears if the stack does not show it.
  public final func add(_ view: TextView) {
    view.container?.remove(view)
    arranged.append(view)
    view.container = self
    if isVisible, !isDisappearing { arrange() } else { view.becomeInvisible() }
  }

  /// Removes a view, which disappears if it is visible.
  public final func remove(_ view: TextView) {
    guard let index = arranged.firstIndex(where: { $0 === view }) else { return }
    view.becomeInvisible()
    view.container = nil
    arranged.remove(at: index)
    arrange()
  }

  open override var subviews: [TextView] { arranged }

  open override func didAppear() {
    arrange()
  }

  open override func willDisappear(printing: Bool) {
    isArranging = true
    for view in arranged { view.becomeInvisible(printing: printing) }
    (isArranging, isToBeArranged) = (false, false)
  }

  open override func draw(on canvas: inout Canvas) {
    for (index, view) in shown.enumerated() {
      if index > 0 { canvas.separator() }
      view.draw(on: &canvas)
    }
  }

  /// Hides and then shows views, according to the limit and ``TextView/isHidden``.
  ///
  /// Views that appear or disappear may hide or show others; then the method starts again. After a limited number of
  /// rounds, it only makes sure that no hidden view is visible.
  final func arrange() {
    isToBeArranged = true
    guard isVisible, !isArranging else { return }
    isArranging = true
    defer { isArranging = false }
    for _ in 0..<Self.maxRounds {
      guard isToBeArranged, isVisible else { return }
      isToBeArranged = false
      takeAway()
      for view in shown where !isToBeArranged { view.becomeVisible() }
    }
    takeAway()
  }

  private static var maxRounds: Int { 100 }

  private final func takeAway() {
    let shown = shown
    for view in arranged where !shown.contains(where: { $0 === view }) { view.becomeInvisible() }
  }

  private var shown: ArraySlice<TextView> {
    arranged.filter { !$0.isHidden }.prefix(max(0, limit))
  }
}

/// A stack of views that can be opened and closed.
///
/// Unlike a plain stack, a screen prints a line when it appears and when it disappears, also within another stack.
open class ScreenView: StackView {
  /// A Boolean value that indicates whether the screen is open.
  public final var isOpen: Bool { isVisible }

  /// Builds the contents from the current state, and prints `+ PATH` and the contents. Does nothing in a stack, which
  /// decides which of its views are visible.
  public final func open() { appear() }

  /// Prints `- PATH`, which includes all contents, and releases the cells. Does nothing in a stack, which decides which
  /// of its views are visible.
  public final func close() { disappear() }

  override final func printAppearance() { console.emit(.opened(path)) }

  override final func printDisappearance() -> Bool {
    console.emit(.closed(path))
    return true
  }
}
