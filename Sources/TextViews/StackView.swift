/// A main view with accessories below it, of which it shows as many as it may.
///
/// Whoever knows when an accessory is wanted sets its ``TextView/isHidden`` and no more; the stack
/// shows the first ones that are not hidden. So two accessories that change places in one
/// transaction are never both visible, in whichever order they are told.
open class StackView: TextView {
  /// The views in their order from the top, hidden ones too.
  public private(set) final var arranged: [TextView] = []
  /// The most views that are visible at once.
  public final let limit: Int

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
    for view in shown { view.appear() }
  }

  open override func willDisappear(printing: Bool) {
    for view in arranged { view.disappear(printing: printing) }
  }

  open override func draw(on canvas: inout Canvas) {
    for (place, view) in shown.enumerated() {
      if place > 0 { canvas.separator() }
      view.draw(on: &canvas)
    }
  }

  /// Brings the visible views up to who is hidden: first some go, then others come.
  final func arrange() {
    guard isVisible else { return }
    let shown = shown
    for view in arranged where !shown.contains(where: { $0 === view }) { view.disappear() }
    for view in shown { view.appear() }
  }

  private var shown: ArraySlice<TextView> {
    arranged.filter { !$0.isHidden }.prefix(max(0, limit))
  }
}
