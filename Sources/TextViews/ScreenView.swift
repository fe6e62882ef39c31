/// A stack of views that can be opened and closed.
open class ScreenView: StackView {
  /// A Boolean value that indicates whether the screen is open.
  public final var isOpen: Bool { isVisible }

  /// Builds the contents from the current state, and prints `+ PATH` and the contents.
  public final func open() {
    guard !isOpen else { return }
    console.emit(.opened(path))
    appear()
  }

  /// Prints `- PATH`, which includes all contents, and releases the cells.
  public final func close() {
    guard isOpen else { return }
    console.emit(.closed(path))
    disappear(printing: false)
  }

  /// Prints the screen in a box of `width` columns. Wider text is cut and ends in `…`.
  public final func draw(width: Int) {
    var canvas = Canvas(width: width)
    canvas.top(path)
    draw(on: &canvas)
    canvas.bottom()
    console.print(canvas.bytes)
  }
}
