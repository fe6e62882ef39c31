import CommandLanguage
import TerminalText

/// The claims of contracts that the running command has broken.
struct ContractClaims {
  private var broken: [BrokenClaim] = []

  /// Adds those claims of a command's contract that do not hold, or the reason why they cannot be computed.
  ///
  /// - Throws: An error that does not concern the claims: a limit that the line reached, or an interrupt.
  mutating func add(_ claims: Result<[Claim], any Error>, of command: String) throws {
    do {
      for claim in try claims.get() where !claim.holds {
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
