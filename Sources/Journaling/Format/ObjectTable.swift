/// Objects by key, in the order in which they were added.
package struct ObjectTable {
  private var indices: [JournalKey: Int] = [:]
  private var objects: [JournalObject] = []

  package init() {}

  package var all: [JournalObject] { objects.filter { $0.fields != nil } }
  /// The objects that exist, and those that were removed.
  package var touched: [JournalObject] { objects }

  package func knows(_ key: JournalKey) -> Bool { indices[key] != nil }

  package mutating func set(_ object: JournalObject) {
    if let index = indices[object.key] {
      objects[index] = object
    } else {
      indices[object.key] = objects.count
      objects.append(object)
    }
  }

  package mutating func apply(_ step: JournalStep, isInverted: Bool) {
    for change in isInverted ? step.changes.reversed() : step.changes {
      let fields = indices[change.key].flatMap { objects[$0].fields }
      set(JournalObject(change.key, fields: change.applied(to: fields, isInverted: isInverted)))
    }
  }
}
