public import CommandLanguage

/// A selection that somebody wants to see, and to see change.
public struct Watch: Model {
  /// Its number in the order of making.
  public let id: Int
  /// The name by which the rows are printed and `unwatch` ends the watch; unique in the world.
  public var name: String
  /// The selection, with the values that its variables had when the watch was made.
  public let selection: Selection
  /// The first visible row, from 1.
  public var first = 1

  /// A watch that shows its first rows.
  public init(id: Int, name: String, selection: Selection) {
    self.id = id
    self.name = name
    self.selection = selection
  }

  public static let schema = Schema<Watch>(
    "watch", plural: "watches", "the watched selections", named: \.name,
    restoring: Restoring(keeping: { [KeptField("kept", .selection($0.selection))] }) { id, fields in
      fields.selection("kept").map { Watch(id: id, name: "", selection: $0) }
    }
  ) {
    Field("name", \.name)
    Field("selection", reading: { $0.selection.text }, "the watched selection")
    Field(
      "variables", reading: { KeptText.text(of: $0.selection.variables) },
      "the values of the selection's variables")
    Field("first", \.first, "the first visible row")
  }
}
