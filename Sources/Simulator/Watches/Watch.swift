public import CommandLanguage

/// A selection whose rows and changes are printed.
public struct Watch: Model {
  /// The number of the watch, in the order of creation.
  public let id: Int
  /// The name, which its rows print and `unwatch` takes; unique in the world.
  public var name: String
  /// The selection, with the values of its variables when the watch was created.
  public let selection: Selection
  /// The number of the first visible row, from 1.
  public var first = 1

  /// Creates a watch that shows its first rows.
  public init(id: Int, name: String, selection: Selection) {
    self.id = id
    self.name = name
    self.selection = selection
  }

  public static let schema = Schema<Watch>(
    "watch", plural: "watches", "the watched selections", named: \.name,
    restoring: Restoring(storing: { [CapturedField("kept", .selection($0.selection))] }) { id, fields in
      fields.selection("kept").map { Watch(id: id, name: "", selection: $0) }
    }
  ) {
    Field("name", \.name).guarded { world, _, watch in
      world.watches.path(back: watch.name, from: watch.selection).map(Watches.reasonOfCycle)
    }
    Field("selection", reading: { $0.selection.text }, "the watched selection")
    Field(
      "variables", reading: { CapturedVariables.text(of: $0.selection.variables) },
      "the values of the selection's variables")
    Field("first", \.first, "the first visible row")
  }
}
