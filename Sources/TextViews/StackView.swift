/// A main view with accessories below it, of which it shows as many as it may.
///
/// Whoever knows when an accessory is wanted sets its ``TextView/isHidden`` and no more; the stack
/// shows the first ones that are not hidden. So two accessories that change places in one
/// transaction are never both visible, in whichever order they are told.
open class StackView: TextView, ViewContainer {
  /// The views in their order from the top, hidden ones too.
  public private(set) final var arranged: [TextView] = []
  /// The most views that are visible at once.
  public final let limit: Int
  /// A Boolean value that indicates whether views are being shown and hidden; requests that they make meanwhile are
  /// handled afterwards.
  private final var isArranging = false
  private final var isToBeArranged = false

  /// A stack without views.
  ///
  /// - Parameters:
  ///   - path: the stack's name and those of the views around it.
  ///   - limit: how many of its views are visible at once: the first ones that are not hidden.
  ///   - console: where the stack prints.
  public init(_ path: ViewPath, limit: Int = .max, on console: Console) {
    self.limit = limit
    super.init(path, on: console)
  }

  /// Adds a view below the others.
  public final func add(_ view: TextView) {
    view.container?.remove(view)
    arranged.append(view)
    view.container = self
    arrange()
  }

  /// Takes a view out; it disappears if it was visible.
  public final func remove(_ view: TextView) {
    guard let place = arranged.firstIndex(where: { $0 === view }) else { return }
    view.disappear()
    view.container = nil
    arranged.remove(at: place)
    arrange()
  }

  open override var subviews: [TextView] { arranged }

  open override func didAppear() {
    arrange()
  }

  open override func willDisappear(printing: Bool) {
    isArranging = true
    for view in arranged { view.disappear(printing: printing) }
    (isArranging, isToBeArranged) = (false, false)
  }

  open override func draw(on canvas: inout Canvas) {
    for (place, view) in shown.enumerated() {
      if place > 0 { canvas.separator() }
      view.draw(on: &canvas)
    }
  }

  /// Brings the visible views up to who is hidden: first some go, then others come.
  ///
  /// A view that appears or disappears may hide others, or show them; then all begins anew. Views that never
  /// come to rest are left alone after a while, none of them visible that is hidden.
  final func arrange() {
    isToBeArranged = true
    guard isVisible, !isArranging else { return }
    isArranging = true
    defer { isArranging = false }
    for _ in 0..<Self.mostRounds {
      guard isToBeArranged, isVisible else { return }
      isToBeArranged = false
      takeAway()
      for view in shown where !isToBeArranged { view.appear() }
    }
    takeAway()
  }

  private static var mostRounds: Int { 100 }

  private final func takeAway() {
    let shown = shown
    for view in arranged where !shown.contains(where: { $0 === view }) { view.disappear() }
  }

  private var shown: ArraySlice<TextView> {
    arranged.filter { !$0.isHidden }.prefix(max(0, limit))
  }
}
