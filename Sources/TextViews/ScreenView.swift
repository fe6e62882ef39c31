/// A stack of views that is opened and closed as a whole.
open class ScreenView: StackView {
  /// A Boolean value that indicates whether the screen is open.
  public final var isOpen: Bool { isVisible }

  /// Builds the screen from the current state; prints `+ PATH` and what it shows.
  public final func open() {
    guard !isOpen else { return }
    console.emit(.opened(path))
    appear()
  }

  /// Prints `- PATH`, which takes all that it showed with it, and releases its cells.
  public final func close() {
    guard isOpen else { return }
    console.emit(.closed(path))
    disappear(printing: false)
  }

  /// Prints the screen in a box of `width` columns; what is wider is clipped and ends in `…`.
  public final func draw(width: Int) {
    var canvas = Canvas(width: width)
    canvas.top(path)
    draw(on: &canvas)
    canvas.bottom()
    console.print(canvas.bytes)
  }
}
