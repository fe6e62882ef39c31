import AutoUpdate
import CommandLanguage
import TerminalText

/// A feed of external data that a world applies. Each line of the feed is a JSON object.
///
///     Feed("receive", "Apply the status of the server", of: Game(), \.phase, \.opponent) { world, game in
///       try world.change(Game.current) { $0.phase = game.phase }
///     }
///
/// A feed declares two commands and the setting `feedline`. One command receives one object
/// (`receive active opponent=Mordred`). The other, `feed`, receives the lines of a file or the output of a program. The
/// schema's fields define the valid values. A world has at most one feed.
public struct Feed<M: Model>: WorldPart {
  private let command: String
  private let summary: String
  private let blank: M
  private let paths: [any PartialKeyPath<M> & Sendable]
  private let topic: String
  private let example: String
  private let body: @Sendable (Simulation, M) throws -> Void
  private let claims: (@Sendable (PastWorld, Simulation, M) throws -> [Claim])?

  /// Creates a feed of objects of one model.
  ///
  /// - Parameters:
  ///   - command: The name of the command that receives one object.
  ///   - summary: One line about that command, for help.
  ///   - blank: An object with the defaults of omitted fields.
  ///   - paths: The fields to read. The first is required.
  ///   - topic: The commands' topic in help.
  ///   - example: A line of a feed, for help.
  ///   - body: Applies an object, within a transaction.
  ///   - claims: Returns the claims of the command's contract, which compare the world before and after an object was
  ///     applied.
  public init(
    _ command: String, _ summary: String, of blank: M, _ paths: any PartialKeyPath<M> & Sendable...,
    topic: String = "feed", example: String = "", _ body: @escaping @Sendable (Simulation, M) throws -> Void,
    ensures claims: (@Sendable (_ before: PastWorld, _ after: Simulation, M) throws -> [Claim])? = nil
  ) {
    self.command = command
    self.summary = summary
    self.blank = blank
    self.paths = paths
    self.topic = topic
    self.example = example
    self.body = body
    self.claims = claims
  }

  public func declare(in declarations: inout Declarations) {
    // A plain loop, as in ``Schema``.
    var writable: [Field<M>] = []
    for path in paths {
      if let field = M.schema.field(at: path), field.write != nil { writable.append(field) }
    }
    let fields = writable
    guard fields.count == paths.count, !fields.isEmpty else {
      declarations.problems.append(
        "the feed “\(command)” reads a value that is not a field of \(English.article(M.schema.name))")
      return
    }
    let reader = FeedReader(blank: blank, fields: fields)
    declarations.errors.append(RaisedError<FeedError>.self)
    declarations.topics.append(topic)
    declarations.commands += [
      receive(fields),
      FeedCommands.feed(topic: topic, fields: { reader.help }, example: example),
    ]
    declarations.settings.append(
      .count("feedline", "bytes in a line of a feed", most: 16_777_216, \.feed.lineLimit))
    declarations.feedCommand = command
    declarations.readFeed = { [self] simulation, line throws(FeedProblem) in
      guard let object = try reader.read(line) else { return nil }
      let text = command + reader.arguments(of: object)
      guard simulation.repeats(text, object, fields) else {
        throw FeedProblem(line: line.number, message: "no command can repeat it")
      }
      return FeedUpdate(command: text) { [unowned simulation] in
        defer { simulation.finish() }
        let start = simulation.commandStart
        do {
          try simulation.store.transaction(text) { _ in try apply(object, in: simulation) }
        } catch {
          // The claims are about a transaction that was rolled back.
          simulation.rules.claims = []
          throw error
        }
        try simulation.takeBackIfBroken(since: start)
      }
    }
  }

  private func apply(_ object: M, in simulation: Simulation) throws {
    let start = simulation.output.mark
    try body(simulation, object)
    guard let claims else { return }
    try simulation.checkContract(of: command, printedFrom: start) { try claims($0, simulation, object) }
  }

  private func receive(_ fields: [Field<M>]) -> Command {
    func parameter(_ field: Field<M>) -> Parameter<Value> {
      let type = field.type.wrapped
      let words = type.words
      if !words.isEmpty {
        return Parameter<String>.choice(field.name, field.summary, of: words).map { .text($0) }
      }
      return .value(field.name, field.summary)
        .suggesting { (simulation: Simulation) in FieldCandidates.of(type, in: simulation) }
        .holding(field.content)
    }
    var parameters: [Parameter<Value?>] = []
    for field in fields {
      parameters.append(
        parameters.isEmpty
          ? parameter(field).map { Value?.some($0) } : .option(field.name, parameter(field)))
    }
    let argument = fields.first?.type.words.last ?? "1"
    return Command(command, summary, host: Simulation.self, parameters: parameters) {
      [self] simulation, values in
      var object = blank
      for (field, value) in zip(fields, values) {
        if let value { try simulation.write(value, to: field.name, of: &object) }
      }
      simulation.feed.lastReceived = object
      try apply(object, in: simulation)
    }
    .with(
      topic: topic, examples: [command + " " + argument], traits: .contained)
  }
}

extension Simulation {
  /// Returns a Boolean value that indicates whether a command, run in a new session, applies the same object, so that
  /// recording the command repeats the update.
  fileprivate func repeats<M: Model>(_ command: String, _ object: M, _ fields: [Field<M>]) -> Bool {
    if let (text, other) = feed.lastRepeated, text == command, let other = other as? M,
      fields.allSatisfy({ $0.isSame(object, other) })
    {
      return true
    }
    let name = String(command.prefix { $0 != " " })
    guard let session = feed.trial(of: source, allowing: name), session.run(command).outcome == .done,
      let other = session.world.feed.lastReceived as? M, fields.allSatisfy({ $0.isSame(object, other) })
    else { return false }
    feed.lastRepeated = (command, object)
    return true
  }
}
