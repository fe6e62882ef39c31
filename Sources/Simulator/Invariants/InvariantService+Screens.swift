import AutoUpdate
import CommandLanguage
import TerminalText
import TextViews

/// The invariants of what the screens show, which follows the commit: so they are asked when everyone has heard of it.
extension InvariantService {
  /// The first of them that held before the last commit and does not hold any more.
  func breachOfScreens() -> (any Error)? {
    guard areAnyOfViews, simulation.store.commitCount != askedAtCommit,
      let interpreter = simulation.interpreter
    else { return nil }
    for rule in rulesOfViews(interpreter) where !brokenOfViews.contains(rule.name) {
      if let error = breach(of: rule, interpreter) { return error }
    }
    // Those that did not hold may do so again; nobody has to ask once more.
    if brokenOfViews.isEmpty { askedAtCommit = simulation.store.commitCount }
    return nil
  }

  /// Says once which of them do not hold any more after what no command is taken back for, such as undoing.
  func warn() {
    guard areAnyOfViews, simulation.store.commitCount != askedAtCommit,
      let interpreter = simulation.interpreter
    else { return }
    askedAtCommit = simulation.store.commitCount
    var broken: [String] = []
    for rule in rulesOfViews(interpreter) {
      guard let error = breach(of: rule, interpreter) else { continue }
      broken.append(rule.name)
      if brokenOfViews.contains(rule.name) { continue }
      let line = "warning: the invariant \(Quoting.message(rule.name)) \(Self.problem(error, with: rule))"
      simulation.console.line(line.utf8.span)
    }
    brokenOfViews = broken
  }

  /// Asks anew, after what no command of this session did: of those that do not hold any more a command that comes next
  /// is not at fault.
  func lookAnew() {
    guard let interpreter = simulation.interpreter else { return }
    forgetReads()
    // One that cannot be read is refused where it is checked.
    try? readDeclared(interpreter)
    for invariant in sortedMade { _ = rule(of: invariant, interpreter) }
    warn()
  }

  private func rulesOfViews(_ interpreter: Interpreter) -> [InvariantRule] {
    (declaredRules + sortedMade.map { rule(of: $0, interpreter) }).filter(\.isOfViews)
  }

  /// Returns the breach of a rule; `nil` if it holds, or if only a limit or an interruption kept it from being
  /// computed.
  private func breach(of rule: InvariantRule, _ interpreter: Interpreter) -> InvariantError? {
    do {
      if try interpreter.isTrue(rule.condition) { return nil }
      let error = InvariantError.broken(name: rule.name, text: rule.condition.text, objects: [], count: 0)
      note(error, aboutClaim: rule.name)
      return error
    } catch {
      let explanation = Explanation(of: error)
      guard explanation.limit == nil, explanation.kind != "interrupted" else { return nil }
      return .failed(name: rule.name, message: explanation.message)
    }
  }

  private static func problem(_ error: InvariantError, with rule: InvariantRule) -> String {
    if case .failed(_, let message) = error { return "cannot be computed: \(message)" }
    return "does not hold any more; it says: \(Escaping.escaped(rule.condition.text))"
  }
}
