/// An object that holds views and decides which of them are visible.
protocol ViewContainer: AnyObject {
  func remove(_ view: TextView)
  /// Brings the visible views up to who is hidden.
  func arrange()
}

/// A view with a name and a place in a tree of views; it prints when it appears, changes and disappears.
///
/// A view is visible when it and all that hold it are shown. What changes while it is not visible
/// prints nothing; when it appears it prints what it then shows.
open class TextView {
  /// The view's name behind those of the views around it: `map/units`.
  public let path: ViewPath
  /// The console that the view prints to.
  public let console: Console
  /// A Boolean value that indicates whether the view is on the screen; see ``isHidden`` for the request to hide it.
  public private(set) final var isVisible = false
  private final var isDisappearing = false
  /// The container of the view.
  final weak var container: (any ViewContainer)?

  /// A view that is not visible yet and prints to a console.
  public init(_ path: ViewPath, on console: Console) {
    self.path = path
    self.console = console
  }

  /// A Boolean value that indicates whether the stack that holds the view leaves it out.
  public final var isHidden = false {
    didSet {
      if isHidden != oldValue { container?.arrange() }
    }
  }

  /// The views inside this one, hidden ones too, in their order.
  open var subviews: [TextView] { [] }

  /// A line about what the view shows, for the tree of views.
  open var summary: String { "" }

  /// The rows of the view itself, without the views inside it; `nil` for a view that only holds others.
  var rows: ShownRows? { nil }

  /// The sources of the rows, one for each row; empty where none are known.
  var sources: [ViewSource?] { [] }

  /// Takes up the current state and prints it; called when the view has become visible.
  open func didAppear() {}

  /// Prints the disappearance of the view and clears its contents; called before the view is hidden.
  ///
  /// - Parameter printing: `false` when a view around it has said so already.
  open func willDisappear(printing: Bool) {}

  /// Draws what is visible, see ``ScreenView/draw(width:)``.
  open func draw(on canvas: inout Canvas) {}

  /// Makes a view that stands alone visible; in a stack the stack decides.
  public final func appear() {
    guard !isVisible else { return }
    isVisible = true
    console.onViewChange?()
    didAppear()
  }

  /// Takes a view that stands alone away.
  public final func disappear(printing: Bool = true) {
    guard isVisible, !isDisappearing else { return }
    isDisappearing = true
    willDisappear(printing: printing)
    isVisible = false
    isDisappearing = false
    console.onViewChange?()
  }

  /// The view with this path: this one or one inside it.
  public final func find(_ wanted: ViewPath) -> TextView? {
    if path == wanted { return self }
    for view in subviews {
      if let found = view.find(wanted) { return found }
    }
    return nil
  }
}

extension Console {
  /// Prints a view in a box of `width` columns; what is wider is clipped and ends in `…`.
  public func drawing(of view: TextView, width: Int) {
    var canvas = Canvas(width: width)
    canvas.top(view.path)
    view.draw(on: &canvas)
    canvas.bottom()
    print(canvas.bytes)
  }
}
