import CommandLanguage
import TerminalText

/// The claims of contracts that the running command has broken.
struct ContractClaims {
  private var broken: [BrokenClaim] = []

  /// Evaluates the claims of a command's contract after its body. Broken claims are reported if the command is
  /// committed.
  mutating func check(_ command: String, _ claims: () throws -> [Claim]) throws {
    do {
      for claim in try claims() where !claim.holds {
        note(command, "does not ensure that \(claim.text)", claim.text)
      }
    } catch {
      try RuleTest.rethrow(unrelated: error)
      note(command, "has a claim that cannot be computed: \(Explanation(of: error).message)", "")
    }
  }

  private mutating func note(_ command: String, _ message: String, _ claim: String) {
    broken.append(
      BrokenClaim(
        kind: .contract, subject: claim.isEmpty ? command : "\(command): \(claim)",
        message: "the command \(Quoting.message(command)) \(message)"))
  }

  /// Drops the broken claims of a command that was not committed.
  mutating func removeAll() { if !broken.isEmpty { broken = [] } }

  /// Returns and removes the broken claims.
  mutating func take() -> [BrokenClaim] {
    if broken.isEmpty { return [] }
    defer { broken = [] }
    return broken
  }
}

/// A claim that a command broke, for the report of a check.
struct BrokenClaim {
  let kind: CheckFault.Kind
  let subject: String
  let message: String
}
