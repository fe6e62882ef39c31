import TerminalText

extension Simulation {
  /// A line about the present state, such as `2 units; 7 steps, the last one status Arthur wounded`; `nil` if there are
  /// no steps.
  public var summary: String? {
    guard step > 0 else { return nil }
    let counts = objects.compactMap { objects -> String? in
      let schema = schemas.schemas[objects.kindIndex]
      if objects.count == 0 || !schema.isSummedUp { return nil }
      return "\(objects.count) \(objects.count == 1 ? schema.kindName : schema.pluralName)"
    }
    let last = past.title(of: step).map { ", the last one \(Escaping.escaped($0))" } ?? ""
    return (counts.isEmpty ? "" : English.list(counts) + "; ") + English.count(step, "step") + last
  }
}

extension AnySchema {
  /// A Boolean value that indicates whether the summary counts objects of the kind: those that people create.
  fileprivate var isSummedUp: Bool {
    !schema.isInternal && !schema.isSingle && !schema.plural.isEmpty
      && (schema.nameOf != nil || schema.make != nil)
  }
}
