import CommandLanguage

/// The part of every world that supports watches. It is declared before the views, which show them.
struct WatchesPart: WorldPart {
  func declare(in declarations: inout Declarations) {
    declarations.schemas.append(Watch.schema)
    declarations.kindsOfViews.append(Watch.schema.name)
    declarations.errors.append(RaisedError<WatchError>.self)
    declarations.limitNames.append(Watch.schema.plural)
    declarations.settings.append(
      Setting(
        Watch.schema.plural, "the maximum number of watches",
        read: { .number((try? $0.objects(Watch.self).limit) ?? 0) },
        write: { try $0.objects(Watch.self).limit = $0.count($1, most: 1_000_000) }))
    declarations.commands += Self.commands
    declarations.installs.append { simulation in
      guard let objects = try? simulation.objects(Watch.self) else { return }
      objects.limit = Self.usualLimit
      let watches = simulation.watches
      simulation.definitionChecks.append { [unowned watches] in try watches.checkDefinitions() }
      simulation.nameResolvers.append((objects.kindIndex, { $0.watches.rows(of: $1).map { .list($0) } }))
    }
  }

  private static let usualLimit = 100

  private static let commands: [Command] = [
    Command("watch", "Show a selection and its changes", .name(), .assigned(.selection())) {
      simulation, name, selection in
      try simulation.watches.watch(name, selection)
    } ensures: { before, simulation, name, selection in
      Claim(
        "the watch has the given selection",
        simulation.all(Watch.self).filter { $0.name == name }.map(\.selection) == [selection])
      Claim("nothing but the watches changes", before.changes(only: Watch.self))
    }
    .with(
      help: """
        Rows show the names of the selection's objects, or their fields if the kind has no names. An object for which the \
        selection can no longer be computed is left out. The selection may read objects by name, other watches and what the screens \
        show, and is updated with them; a watch that it reads may not read this one.
        """,
      examples: ["watch soon = planned by at limit 3"]),
    Command("unwatch", "Stop showing a selection", .one(Watch.self, "watch", "a watch")) {
      simulation, watch in
      try simulation.remove(watch)
    } ensures: { before, simulation, watch in
      Claim(
        "the watch is gone, and no other", before.changed(Watch.self) == [watch] && simulation[watch] == nil)
      Claim("nothing but the watches changes", before.changes(only: Watch.self))
    }
    .with(examples: ["unwatch soon"]),
  ].map { $0.with(topic: "views", traits: .contained) }
}
