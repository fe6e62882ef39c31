import CommandLanguage

/// A condition that holds after every command: `Invariant("no debt") { "not any people where balance < 0" }`.
///
/// A command that would break it fails, is taken back, and names the objects that break it.
public struct Invariant: WorldPart {
  let name: String
  let condition: String

  /// - Parameter condition: an expression of the command language.
  public init(_ name: String, condition: () -> String) {
    self.name = name
    self.condition = condition()
  }

  public func declare(in declarations: inout Declarations) {
    declarations.installs.append { [name, condition] simulation in
      simulation.invariants.declare(name, condition)
    }
    declarations.coverage.append(
      CoveragePart("invariants", cells: [name]) { $0.invariants.checkedNames })
    declarations.checksOfSessions.append { [name, condition] simulation in
      do {
        _ = try simulation.interpreter?.expression(condition)
        return nil
      } catch {
        return
          "the invariant “\(name)” cannot be read: \((error as? CommandFailure)?.explanation.message ?? "\(error)")"
      }
    }
  }
}
