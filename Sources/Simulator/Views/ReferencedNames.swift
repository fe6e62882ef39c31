import AutoUpdate

/// Subscriptions to the names of a kind's objects, for rows that show references to them.
enum ReferencedNames {
  /// Calls `notify` after each commit that adds, renames or removes an object of a kind. Returns `nil` if the world does
  /// not have the kind.
  static func follow(
    _ kind: String, in simulation: Simulation, _ notify: @escaping () -> Void
  ) -> Subscription? {
    simulation.schemas.index(named: kind).flatMap { index in
      follow(simulation.schemas.schemas[index], in: simulation, notify)
    }
  }

  private static func follow<Declared: AnySchema>(
    _ schema: Declared, in simulation: Simulation, _ notify: @escaping () -> Void
  ) -> Subscription? {
    guard let objects = try? simulation.objects(Declared.Object.self) else { return nil }
    return objects.table.observe(name: "names of \(schema.pluralName)") { update in
      guard case .changes(let changes) = update else { return }
      let hasNewLabel = changes.contains { $0.before.map(objects.label) != $0.after.map(objects.label) }
      if hasNewLabel { notify() }
    }
  }
}

extension RowLayout {
  /// The distinct kinds that the fields refer to, in order.
  var referencedKinds: [String] {
    var kinds: [String] = []
    for field in fields {
      if let kind = field.type.kind?.name, !kinds.contains(kind) { kinds.append(kind) }
    }
    return kinds
  }
}
