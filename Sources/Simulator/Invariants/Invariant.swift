import CommandLanguage

/// A condition that holds after every command: `Invariant("no debt") { "not any people where balance < 0" }`.
///
/// A command that would break it fails, is taken back, and names the objects that break it. One of what the screens show
/// is asked when the views have followed; what they printed is dropped with the command. Moving through the history is not
/// refused: a warning says what does not hold any more.
public struct Invariant: WorldPart {
  /// The part of a world that keeps an invariant.
  public enum Keeper: Sendable {
    /// The invariant is a rule: commands may try to break it, and are refused.
    case refusal
    /// The invariant is a claim about the commands: none even tries to break it. Exploration reports one that does.
    case commands
  }

  let name: String
  let keeper: Keeper
  let condition: String

  /// A condition with the name by which its breach is told.
  ///
  /// - Parameters:
  ///   - name: what holds, as a sentence: `nobody does two cards at once`.
  ///   - keeper: whether a command that would break it is at fault itself.
  ///   - condition: an expression of the command language; `true` while the invariant holds.
  public init(_ name: String, keptBy keeper: Keeper = .refusal, condition: () -> String) {
    self.name = name
    self.keeper = keeper
    self.condition = condition()
  }

  public func declare(in declarations: inout Declarations) {
    let declared = DeclaredInvariant(name, condition, isClaim: keeper == .commands)
    declarations.installs.append { $0.invariants.declare(declared) }
    if declarations.invariantNames.contains(name) {
      declarations.problems.append("two invariants are called “\(name)”")
    } else {
      declarations.invariantNames.append(name)
    }
    declarations.checksOfSessions.append { [name, condition] simulation in
      do {
        guard let interpreter = simulation.interpreter else { return nil }
        let unknown = interpreter.unknownNames(in: try interpreter.expression(condition))
        if !unknown.isEmpty {
          let names = unknown.map { "“\($0)”" }.joined(separator: ", ")
          return "the invariant “\(name)” speaks of \(names), which nothing is called"
        }
        _ = try interpreter.evaluate(interpreter.expression(condition))
        return nil
      } catch {
        return
          "the invariant “\(name)” cannot be read: \((error as? CommandFailure)?.explanation.message ?? "\(error)")"
      }
    }
  }
}
