public import AutoUpdate
public import CommandLanguage
import TerminalText

/// A claim of a command's contract, which must be true whenever the command succeeds.
public struct Claim: Sendable {
  /// The claim as the end of a sentence: `hp never rises above max`.
  public let text: String
  /// A Boolean value that indicates whether the claim is true.
  public let holds: Bool

  /// Creates a claim with its truth value.
  public init(_ text: String, _ holds: Bool) {
    self.text = text
    self.holds = holds
  }
}

/// A result builder for the claims of a contract.
@resultBuilder
public enum ContractBuilder {
  /// Returns one claim.
  public static func buildExpression(_ claim: Claim) -> [Claim] { [claim] }
  /// Returns the claims of an expression, such as a function that several contracts share.
  public static func buildExpression(_ claims: [Claim]) -> [Claim] { claims }
  /// Returns no claims, for an empty block.
  public static func buildBlock() -> [Claim] { [] }
  /// Returns the claims of the first expression of a block.
  public static func buildPartialBlock(first: [Claim]) -> [Claim] { first }
  /// Returns the claims of all expressions so far, in order.
  public static func buildPartialBlock(accumulated: [Claim], next: [Claim]) -> [Claim] { accumulated + next }
  /// Returns the claims of an `if` without `else`; none if its condition is false.
  public static func buildOptional(_ claims: [Claim]?) -> [Claim] { claims ?? [] }
  /// Returns the claims of an `if` branch.
  public static func buildEither(first: [Claim]) -> [Claim] { first }
  /// Returns the claims of an `else` branch.
  public static func buildEither(second: [Claim]) -> [Claim] { second }
  /// Returns the claims of all iterations of a loop, in order.
  public static func buildArray(_ claims: [[Claim]]) -> [Claim] { claims.flatMap { $0 } }
}

/// The world before a command, which a contract compares with the world after it.
public struct PastWorld {
  @usableFromInline let simulation: Simulation

  init(of simulation: Simulation) { self.simulation = simulation }

  /// Returns the object of a reference; `nil` if there was none.
  @inlinable
  public subscript<M: Model>(reference: Reference<M>) -> M? {
    simulation.table(of: M.self).committed(reference.id)
  }

  /// Returns the objects of a type, in the order of their numbers.
  public func all<M: Model>(_ type: M.Type) -> [M] {
    guard let objects = try? simulation.objects(type) else { return [] }
    simulation.chargeReading(of: objects.table.count)
    return simulation.store.readCommitted { objects.table.models }
      .sorted { objects.number(of: $0.id) < objects.number(of: $1.id) }
  }

  /// Returns the number of objects of a type.
  public func count<M: Model>(_ type: M.Type) -> Int {
    simulation.store.readCommitted { simulation.table(of: type).count }
  }

  /// The virtual time, in ticks.
  public var tick: Int { self[Reference<Clock>(0)]?.tick ?? 0 }

  /// Returns the objects of a type that the command has added, changed or removed, in the order of the changes.
  ///
  /// With this method, a contract can claim that nothing else changes:
  ///
  ///     Claim("no other unit changes", before.changed(Unit.self).allSatisfy { $0 == unit })
  @inlinable
  public func changed<M: Model>(_ type: M.Type) -> [Reference<M>] {
    var changed: [Reference<M>] = []
    simulation.table(of: type).forEachOpenChange { old, new in
      // Comparing the optional values would copy the objects.
      if let old, let new {
        if old != new { changed.append(Reference(new.id)) }
      } else if let id = (old ?? new)?.id {
        changed.append(Reference(id))
      }
    }
    simulation.chargeReading(of: changed.count)
    return changed
  }

  /// Returns a Boolean value that indicates whether the command has changed objects of the given types only.
  ///
  /// Internal objects may also change, such as the generator of random numbers and obligations.
  public func changes(only types: any Model.Type...) -> Bool {
    let schemas = simulation.schemas
    var changesOthers = false
    simulation.forEachOpenKind { kind in
      let type = schemas.type(kind.kindIndex)
      if changesOthers || types.contains(where: { ObjectIdentifier($0) == type }) { return }
      changesOthers = !schemas.schemas[kind.kindIndex].isForSession && kind.hasOpenChange
    }
    return !changesOthers
  }
}

extension Command {
  /// Creates a command of a world with a contract: claims that must be true whenever its body succeeds.
  ///
  ///     Command("heal", "Restore hit points of a unit", .one(Unit.self), .field(\Unit.hp)) { world, unit, points in
  ///       try world.change(unit) { $0.hp += points }
  ///     } ensures: { before, after, unit, points in
  ///       if let old = before[unit], let new = after[unit] {
  ///         Claim("hp never rises above max", new.hp <= new.max)
  ///         Claim("nobody loses hit points", new.hp >= old.hp)
  ///       }
  ///     }
  ///
  /// A false claim does not refuse the command: the prompt reports it, a scenario that does not expect the report
  /// fails, and exploration reports a finding. A contract may read objects only, because views and the index of names
  /// are updated after it.
  ///
  /// A contract may also state when the command must succeed. If the body or the check of its transaction fails
  /// nevertheless, the failure is reported like a false claim. A constraint and a limit may still refuse the command.
  ///
  ///     } accepts: { world, unit, points in
  ///       world[unit]?.status != .fallen
  ///     }
  ///
  /// - Parameters:
  ///   - name: The first word of the command.
  ///   - summary: The one line that help lists.
  ///   - parameters: The parameters, in the order in which they are written.
  ///   - run: The body.
  ///   - claims: Compares the world before and after the command; also takes the values of the parameters.
  ///   - accepts: Returns `true` if the command must succeed, given the world before the command.
  @inlinable
  public init<each Parsed>(
    _ name: String, _ summary: String, _ parameters: repeat Parameter<each Parsed>,
    run: @escaping @Sendable (Simulation, repeat each Parsed) throws -> Void,
    @ContractBuilder ensures claims:
      @escaping @Sendable (_ before: PastWorld, _ after: Simulation, repeat each Parsed) throws -> [Claim],
    accepts: (@Sendable (_ before: Simulation, repeat each Parsed) throws -> Bool)? = nil
  ) {
    self.init(name, summary, host: Simulation.self, repeat each parameters) {
      (world: Simulation, arguments: repeat each Parsed) in
      if let accepts { try world.noteAccepted(name) { try accepts(world, repeat each arguments) } }
      let start = world.printedStart()
      try run(world, repeat each arguments)
      try world.checkContract(of: name, printedFrom: start) { try claims($0, world, repeat each arguments) }
    }
  }

  /// Returns the command with the declaration that constraints may refuse it.
  ///
  /// Exploration reports each of the world's own commands that a constraint refuses without this declaration, because
  /// the command should have checked its effect.
  ///
  /// - Parameter constraints: The names of constraints that the world declares.
  public func mayBeRefused(by constraints: String...) -> Self {
    var command = self
    command.description.refusals += constraints
    return command
  }
}

extension Simulation {
  /// The text that the running command has printed, without the changes of views; `nil` if the limit on output cut it.
  ///
  /// A contract compares it with what the command should print.
  public var printed: String? { output.text(from: rules.printedStart) }

  /// Returns the number of bytes that have been printed before a command.
  ///
  /// Output of earlier lines that is still in the console is printed first if the command only reads, so that it does
  /// not count as the command's text.
  @usableFromInline
  func printedStart() -> Int {
    if store.openTransaction == nil { flush() }
    return output.mark
  }

  /// Evaluates the condition under which a command must succeed, before its body.
  ///
  /// - Throws: An error that does not concern the condition: a limit that the line reached, or an interrupt.
  @usableFromInline
  func noteAccepted(_ command: String, _ mustSucceed: () throws -> Bool) throws {
    // Outside a transaction, nothing is refused.
    if store.openTransaction == nil { return }
    do {
      rules.acceptedCommand = try mustSucceed() ? command : nil
    } catch {
      _ = try Explanation(unlessEndingLine: error)
    }
  }

  /// Reports a fault if the running command failed although its contract says that it must succeed.
  func checkRefusal(_ error: any Error) {
    defer { rules.acceptedCommand = nil }
    guard let command = rules.acceptedCommand, !(error is RuleFailure),
      let explanation = try? Explanation(unlessEndingLine: error), explanation.limit == nil
    else { return }
    rules.claims = [
      Fault(
        .contract, "\(command): accepts",
        "the command \(Quoting.message(command)) is refused, although its contract accepts it: \(explanation.message)"
      )
    ]
  }

  /// Evaluates the claims of a command's contract after its body.
  ///
  /// - Parameter start: The number of bytes that had been printed when the body began.
  /// - Throws: An error that does not concern the claims: a limit that the line reached, or an interrupt.
  @usableFromInline
  func checkContract(
    of command: String, printedFrom start: Int, _ claims: (PastWorld) throws -> [Claim]
  ) throws {
    rules.printedStart = start
    func note(_ subject: String, _ message: String) {
      rules.claims.append(Fault(.contract, subject, "the command \(Quoting.message(command)) \(message)"))
    }
    do {
      for claim in try claims(PastWorld(of: self)) where !claim.holds {
        note(
          claim.text.isEmpty ? command : "\(command): \(claim.text)", "does not ensure that \(claim.text)")
      }
    } catch {
      let message = try Explanation(unlessEndingLine: error).message
      note(command, "has a claim that cannot be computed: \(message)")
    }
    // No transaction ends after a command that only reads.
    if store.openTransaction == nil, !rules.claims.isEmpty { finish() }
  }
}
