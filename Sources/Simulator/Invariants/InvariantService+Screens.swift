import AutoUpdate
import CommandLanguage
import TerminalText
import TextViews

extension InvariantService {
  /// Says once which invariants of what the screens show do not hold any more; whoever broke them has been committed.
  func warn() {
    guard simulation.store.commitCount != askedAtCommit, let interpreter = simulation.interpreter else {
      return
    }
    askedAtCommit = simulation.store.commitCount
    // Few worlds have such a one, and this is asked behind every command.
    guard areAnyMade || declaredRules.contains(where: { $0.isOfViews }) else {
      return brokenOfViews.removeAll()
    }
    var broken: [String] = []
    for rule in declaredRules + sortedMade.map({ rule(of: $0, interpreter) }) where rule.isOfViews {
      guard let problem = problem(with: rule, interpreter) else { continue }
      broken.append(rule.name)
      if brokenOfViews.contains(rule.name) { continue }
      let line = "warning: the invariant \(Quoting.message(rule.name)) \(problem)"
      simulation.console.line(line.utf8.span)
    }
    brokenOfViews = broken
  }

  /// Why it does not hold; `nil` when it does.
  private func problem(with rule: InvariantRule, _ interpreter: Interpreter) -> String? {
    do {
      return try interpreter.isTrue(rule.condition)
        ? nil : "does not hold any more; it says: \(Escaping.escaped(rule.condition.text))"
    } catch {
      let explanation = Explanation(of: error)
      return explanation.limit == nil ? "cannot be computed: \(explanation.message)" : nil
    }
  }
}
