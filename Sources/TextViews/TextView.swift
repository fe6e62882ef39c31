/// A view in a tree of views, which prints when it appears, changes and disappears.
///
/// A view is visible if it and all its containers are shown. Changes of an invisible view print nothing. When the view
/// appears, it prints its current contents.
open class TextView {
  /// The view's path: its name after those of its containers, such as `map/units`.
  public let path: ViewPath
  /// The console to which the view prints.
  public let console: Console
  /// A Boolean value that indicates whether the view is visible. To hide a view in a stack, set ``isHidden``.
  public private(set) final var isVisible = false
  private(set) final var isDisappearing = false
  /// The number that the owner of the console has given the view; `nil` if it has none.
  public final var number: Int?
  /// The stack that contains the view; `nil` if there is none.
  final weak var container: StackView?

  /// Creates an invisible view that prints to a console.
  public init(_ path: ViewPath, on console: Console) {
    self.path = path
    self.console = console
  }

  /// A Boolean value that indicates whether the stack that contains the view must hide it.
  public final var isHidden = false {
    didSet {
      if isHidden != oldValue { container?.arrange() }
    }
  }

  /// The views inside this one, in order, including hidden ones.
  open var subviews: [TextView] { [] }

  /// A description of the view's contents for ``Console/tree(of:)``.
  open var summary: String { "" }

  /// The rows of the view, without those of the views inside it; `nil` for a view that only contains other views.
  var rows: ShownRows? { nil }

  /// The sources of the rows, one for each row; empty if they are unknown.
  var sources: [ViewSource?] { [] }

  /// Called when the view has become visible. An override reads the current state and prints it.
  open func didAppear() {}

  /// Called before the view is hidden. An override prints its disappearance and clears its contents.
  ///
  /// - Parameter printing: `false` if a container has already printed its own disappearance.
  open func willDisappear(printing: Bool) {}

  /// Draws the visible contents; see ``Console/drawing(of:width:)``.
  open func draw(on canvas: inout Canvas) {}

  /// Makes the view visible. Does nothing in a stack, which decides which of its views are visible.
  public final func appear() {
    if container == nil { becomeVisible() }
  }

  /// Hides the view. Does nothing in a stack, which decides which of its views are visible.
  public final func disappear(printing: Bool = true) {
    if container == nil { becomeInvisible(printing: printing) }
  }

  /// Prints that the view appears, before its contents are printed. By default, prints nothing.
  func printAppearance() {}

  /// Prints that the view disappears with all its contents. Returns `false` if it printed nothing, so that the contents
  /// must print their own disappearance.
  func printDisappearance() -> Bool { false }

  final func becomeVisible() {
    guard !isVisible else { return }
    printAppearance()
    isVisible = true
    console.onViewChange?(.visibility, self)
    didAppear()
  }

  final func becomeInvisible(printing: Bool = true) {
    guard isVisible, !isDisappearing else { return }
    isDisappearing = true
    willDisappear(printing: printing && !printDisappearance())
    isVisible = false
    isDisappearing = false
    console.onViewChange?(.visibility, self)
  }

  /// Returns the view with a path: this view or one inside it.
  public final func find(_ wanted: ViewPath) -> TextView? {
    if path == wanted { return self }
    for view in subviews {
      if let found = view.find(wanted) { return found }
    }
    return nil
  }
}

extension Console {
  /// Prints a view in a box of `width` columns. Wider text is cut and ends in `…`.
  public func drawing(of view: TextView, width: Int) {
    var canvas = Canvas(width: width)
    canvas.top(view.path)
    view.draw(on: &canvas)
    canvas.bottom()
    print(canvas.bytes)
  }
}
