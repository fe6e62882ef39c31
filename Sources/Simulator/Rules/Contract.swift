public import AutoUpdate
public import CommandLanguage

/// A claim of a command's contract: what the command ensures whenever it succeeds.
public struct Claim: Sendable {
  /// The claim, as the end of a sentence: `hp never rises above max`.
  public let text: String
  /// A Boolean value that indicates whether the command kept it.
  public let holds: Bool

  /// A claim and whether it holds.
  public init(_ text: String, _ holds: Bool) {
    self.text = text
    self.holds = holds
  }
}

/// Reads the claims of a contract one below the other.
@resultBuilder
public enum ContractBuilder {
  /// Takes a claim.
  public static func buildExpression(_ claim: Claim) -> [Claim] { [claim] }
  /// Takes the claims of an expression, such as a function that several contracts share.
  public static func buildExpression(_ claims: [Claim]) -> [Claim] { claims }
  /// Puts the claims of all lines together, in their order.
  public static func buildBlock(_ claims: [Claim]...) -> [Claim] { claims.flatMap { $0 } }
  /// Takes the claims of an `if` without `else`, when its condition holds.
  public static func buildOptional(_ claims: [Claim]?) -> [Claim] { claims ?? [] }
  /// Takes the claims of an `if`.
  public static func buildEither(first: [Claim]) -> [Claim] { first }
  /// Takes the claims of an `else`.
  public static func buildEither(second: [Claim]) -> [Claim] { second }
  /// Puts the claims of all turns of a loop together, in their order.
  public static func buildArray(_ claims: [[Claim]]) -> [Claim] { claims.flatMap { $0 } }
}

/// The world as it was before a command, which a contract compares with the world after it.
public struct PastWorld {
  @usableFromInline unowned let simulation: Simulation

  init(of simulation: Simulation) { self.simulation = simulation }

  /// The object that a reference led to; `nil` when there was none.
  @inlinable
  public subscript<M: Model>(reference: Reference<M>) -> M? {
    simulation.table(of: M.self).committed(reference.id)
  }

  /// The objects of a type, in the order of their numbers.
  public func all<M: Model>(_ type: M.Type) -> [M] {
    guard let objects = try? simulation.objects(type) else { return [] }
    return simulation.store.readCommitted { objects.table.models }
      .sorted { objects.number(of: $0.id) < objects.number(of: $1.id) }
  }

  /// The number of objects of a type.
  public func count<M: Model>(_ type: M.Type) -> Int {
    simulation.store.readCommitted { simulation.table(of: type).count }
  }

  /// The virtual time, in ticks.
  public var tick: Int { self[Reference<Clock>(0)]?.tick ?? 0 }
}

extension Command {
  /// A command of a world with a contract: claims that hold whenever its body has succeeded.
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
  /// A claim that does not hold refuses nothing: the prompt reports it, a scenario whose file does not expect the report fails, and
  /// exploration reports a finding. Screens and names follow a command later: a contract reads objects only.
  ///
  /// - Parameters:
  ///   - name: the first word of the command.
  ///   - summary: the one line that help lists.
  ///   - parameters: the arguments in the order in which they are written.
  ///   - run: the body.
  ///   - claims: compares the world before and after the command; takes the values of the parameters, too.
  @inlinable
  public init<each Parsed>(
    _ name: String, _ summary: String, _ parameters: repeat Parameter<each Parsed>,
    run: @escaping @Sendable (Simulation, repeat each Parsed) throws -> Void,
    @ContractBuilder ensures claims:
      @escaping @Sendable (_ before: PastWorld, _ after: Simulation, repeat each Parsed) throws -> [Claim]
  ) {
    self.init(name, summary, host: Simulation.self, repeat each parameters) {
      (world: Simulation, arguments: repeat each Parsed) in
      try run(world, repeat each arguments)
      try world.checkContract(of: name) { try claims($0, world, repeat each arguments) }
    }
  }

  /// The command, which a constraint may refuse: that is part of what it does.
  ///
  /// Exploration reports a command of the world's own that runs into a constraint it does not name: it should have checked before.
  ///
  /// - Parameter constraints: the names of constraints of the world's declaration.
  public func mayBeRefused(by constraints: String...) -> Self {
    var command = self
    command.description.refusals += constraints
    return command
  }
}

extension Simulation {
  @usableFromInline
  func checkContract(of command: String, _ claims: (PastWorld) throws -> [Claim]) throws {
    try rules.checkContract(of: command) { try claims(PastWorld(of: self)) }
  }
}
