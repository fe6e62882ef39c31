/// A view of one row of fields that whoever owns it sets, such as a title.
public final class Label: TextView {
  public let columns: Columns
  /// What the label shows, or would if it were visible.
  public private(set) var fields = Fields()

  public init(_ path: ViewPath, columns: Columns = .single, on console: Console) {
    self.columns = columns
    super.init(path, on: console)
  }

  /// Shows other fields, and prints what changed if the label is visible.
  ///
  /// A label without fields shows nothing: it appears with its first ones.
  public func show(_ write: (inout Fields) -> Void) {
    var next = console.takeScratch()
    write(&next)
    if isVisible { console.replaced(path, fields, by: next, in: columns) }
    swap(&fields, &next)
    console.giveBack(next)
  }

  /// Shows a text of the program's own.
  public func show(word: StaticString) {
    show { $0.append(word: word) }
  }

  /// Shows a text that somebody chose; escaped.
  public func show(text: String) {
    show { $0.append(text: text) }
  }

  public override var summary: String { fields.texts.joined(separator: "  ") }

  public override func didAppear() {
    console.replaced(path, Fields(), by: fields, in: columns)
  }

  public override func willDisappear(printing: Bool) {
    if printing { console.replaced(path, fields, by: Fields(), in: columns) }
  }

  public override func draw(on canvas: inout Canvas) {
    canvas.row(fields, in: columns)
  }
}
