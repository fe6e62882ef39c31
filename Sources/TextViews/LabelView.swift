/// A view of a single row of fields that its owner sets, such as a title.
public final class LabelView: TextView {
  private let shown = ShownRow()
  /// Returns the source of the label's contents; `nil` if it is unknown.
  public var source: (() -> ViewSource?)? {
    get { shown.source }
    set { shown.source = newValue }
  }

  /// Creates an empty label.
  ///
  /// - Parameters:
  ///   - path: the path of the label.
  ///   - columns: the layout of its fields.
  ///   - console: the console to which the label prints.
  public init(_ path: ViewPath, columns: Columns = .single, on console: Console) {
    shown.path = path
    shown.columns = columns
    shown.console = console
    super.init(path, on: console)
  }

  /// The fields that the label shows, or would show if it were visible.
  public var fields: Fields { shown.fields }

  /// Shows other fields, and prints the differences if the label is visible.
  ///
  /// A label without fields shows nothing. It appears with its first fields.
  public func show(_ write: (inout Fields) -> Void) {
    var next = shown.takeNext()
    write(&next)
    let isChanged = next != fields
    if !isVisible {
      shown.replace(by: next)
    } else if fields.isEmpty {
      if !next.isEmpty { shown.appear(with: next) }
    } else if next.isEmpty {
      shown.disappear()
    } else {
      shown.change(to: next)
    }
    if isChanged { console.onViewChange?(.labels, self) }
  }

  public override var summary: String { fields.texts.joined(separator: "  ") }

  override var rows: ShownRows? {
    ShownRows(columns: shown.columns, isList: false, fields: fields.isEmpty ? [] : [fields])
  }

  override var sources: [ViewSource?] { [source?()] }

  public override func didAppear() {
    if !fields.isEmpty { console.emit(.appeared(path, fields, in: shown.columns), of: source) }
  }

  public override func willDisappear(printing: Bool) {
    if printing, !fields.isEmpty { console.emit(.disappeared(path, fields, in: shown.columns), of: source) }
  }

  public override func draw(on canvas: inout Canvas) {
    canvas.row(fields, in: shown.columns)
  }
}
