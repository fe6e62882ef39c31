import AutoUpdate
import CommandLanguage
import StoreMemory
import TerminalText
import TextViews

extension RuleService {
  /// A Boolean value that indicates whether the open transaction changes only rules made by commands, and obligations.
  var changesOnlyRules: Bool {
    var tables = NumberSet(Int32(made.number))
    tables.insert(Int32(simulation.table(of: Obligation.self).number))
    return tables.contains(simulation.store.openTables)
  }

  /// Returns the error of a command that adds violations.
  func error(_ breaches: RuleBreaches, of rule: Rule, isCommitted: Bool = false) -> RuleFailure {
    refusing.insert(rule.name)
    let (objects, count) = violators(of: breaches, rule, isCommitted: isCommitted)
    if breaches.areFailuresAlone, let failure = breaches.firstFailure {
      return RuleError.failed(rule.role, name: rule.name, message: failure, objects: objects, count: count)
    }
    return RuleError.violated(name: rule.name, text: rule.text, objects: objects, count: count)
  }

  /// Returns the names of the objects that break a rule, up to the number that a message names, and their total count.
  ///
  /// - Parameter isCommitted: Indicates whether the change is committed. If so, `old` has the new values, and no
  ///   objects can be found for a condition that compares states.
  func violators(
    of breaches: RuleBreaches, _ rule: Rule, isCommitted: Bool = true
  ) -> (names: [String], count: Int) {
    var references: [ObjectReference] = []
    if let kind = rule.kind {
      references = breaches.numbers.map { ObjectReference(kind: kind, id: $0) }
    } else if breaches.isBroken, !(isCommitted && rule.isOfChanges), let condition = rule.condition,
      let interpreter = simulation.interpreter
    {
      // The condition was evaluated before. If it fails now, no objects are named.
      references = (try? interpreter.objects(in: condition)) ?? []
    }
    let names = references.prefix(RuleError.shownMax).compactMap { object in
      simulation.objects(ofKindNamed: object.kind.name)?.label(of: object.id)
    }
    return (names, references.count)
  }

  /// Returns the error of the first constraint on views that the last command broke, or whose evaluation reached a limit
  /// of the line; `nil` if there is none.
  func breachOfScreens() -> (any Error)? {
    guard hasConstraintsOnViews, simulation.store.commitCount != reportedCommit,
      let interpreter = simulation.interpreter
    else { return nil }
    let rules = rules(interpreter)
    let span = rules.span
    for index in span.indices where span[index].role == .constraint && span[index].isOfViews {
      let rule = span[index]
      if rule.name == newRule { continue }
      let breaches: RuleBreaches
      do { breaches = try rule.current(in: simulation) } catch { return error }
      var added = breaches.added(to: rule.reported)
      // It is unknown for which objects the command has changed what the views show.
      added.failures = breaches.failures
      if !added.isEmpty { return error(added, of: rule, isCommitted: true) }
    }
    return nil
  }

  // MARK: Reporting

  func commandEnded() {
    newRule = nil
    report()
    releaseRemovedRules()
  }

  /// Releases removed rules, with their captured values and the record of reported violations. So a rule that is
  /// restored is reported again. A rule that replaces another one is known only after the report.
  private func releaseRemovedRules() {
    guard madeRules.count > made.count else { return }
    let numbers = Set(made.models.map(\.number))
    madeRules = madeRules.filter { numbers.contains($0.key) }
  }

  /// Reports the rules that are broken and were not broken at the last report. A constraint may be broken after a move
  /// through the history or after merging steps of other sessions.
  private func report() {
    for claim in claims {
      warn(Escaping.escaped(claim.message))
      note(claim)
    }
    if !claims.isEmpty { claims = [] }
    let commit = simulation.store.commitCount
    guard commit != reportedCommit, let interpreter = simulation.interpreter else { return }
    reportedCommit = commit
    catchUp()
    if !areReportsDue { return }
    areReportsDue = false
    let rules = rules(interpreter)
    let span = rules.span
    for index in span.indices where span[index].isReportDue {
      let rule = span[index]
      defer { if rule.isReportDue { areReportsDue = true } }
      var breaches: RuleBreaches
      do { breaches = try rule.takeUnreported(in: simulation) } catch {
        // The evaluation reached a limit of the line, or was interrupted, which ends the line. The next report evaluates
        // the rule again. A constraint refuses each command after which it cannot be evaluated.
        let problem = Explanation(of: error)
        if rule.role == .invariant, problem.limit != nil {
          warn("\(subject(of: rule)) was not checked: \(problem.message)")
        }
        continue
      }
      // Each command after which a constraint cannot be computed already fails with an error.
      if rule.role == .constraint { breaches.failure = nil }
      noteViews(of: rule)
      if breaches.isEmpty { continue }
      report(breaches, of: rule)
    }
  }

  private func warn(_ message: String) { simulation.console.line("warning: \(message)".utf8.span) }

  private func report(_ breaches: RuleBreaches, of rule: Rule) {
    let message = message(of: breaches, rule)
    let says = rule.text.map { "; condition: \(Escaping.escaped($0))" } ?? ""
    warn("\(message)\(says)")
    guard rule.role == .invariant else { return }
    note(Fault(.invariant, rule.name, message))
  }

  private func note(_ claim: Fault) {
    var claim = claim
    claim.isViolation = true
    if !broken.contains(where: claim.isSame(as:)) { broken.append(claim) }
    simulation.interpreter?.noteFailedCheck()
  }

  /// Returns a message such as `the invariant “few” is broken by A, B`.
  private func message(of breaches: RuleBreaches, _ rule: Rule) -> String {
    let subject = subject(of: rule)
    let (objects, count) = violators(of: breaches, rule)
    if breaches.areFailuresAlone, let failure = breaches.firstFailure {
      let objects = objects.isEmpty ? "" : RuleError.phrase(" for", objects, count)
      return "\(subject) cannot be computed\(objects): \(failure)"
    }
    return "\(subject) \(objects.isEmpty ? "is broken" : RuleError.phrase("is broken by", objects, count))"
  }

  private func subject(of rule: Rule) -> String { "the \(rule.role.rawValue) \(Quoting.message(rule.name))" }

  /// Returns the claims broken since the last call.
  func takeBroken() -> [Fault] {
    defer { broken = [] }
    return broken
  }

  /// Regards the violations of the present state as reported, after a move through the history that no command made.
  func skipReports() {
    guard simulation.store.commitCount != reportedCommit, let interpreter = simulation.interpreter else {
      return
    }
    reportedCommit = simulation.store.commitCount
    catchUp()
    if !areReportsDue { return }
    for rule in rules(interpreter) where rule.isReportDue {
      _ = try? rule.takeUnreported(in: simulation)
      noteViews(of: rule)
    }
    releaseRemovedRules()
  }

  /// Evaluates all rules after a change that no command of this session made, and reports broken ones, so that they are
  /// not attributed to the next command.
  func evaluateAgain() {
    knownCommit = simulation.store.commitCount
    checked = nil
    releaseRemovedRules()
    invalidateAll()
    reportedCommit = .max
    report()
  }

  /// Returns the first rule whose violations, evaluated from scratch by a new rule, are reported or differ from the known
  /// ones, and a message about it; `nil` if there is none.
  ///
  /// An invariant that cannot be computed counts as broken. A constraint that cannot be computed does not, because each
  /// command that leaves it in that state fails. Of a constraint, only unreported violations count, because a new
  /// constraint may already be violated.
  ///
  /// - Parameter isUnreported: Indicates whether only unreported violations count, of invariants too.
  func firstBroken(isUnreported: Bool = false) -> (name: String, message: String)? {
    guard let interpreter = simulation.interpreter else { return nil }
    catchUp()
    for rule in rules(interpreter) where rule.isOfStates {
      guard var breaches = violationsFromScratch(of: rule, interpreter) else { continue }
      if rule.isStale(beside: breaches) {
        return (
          rule.name, "the known violations of \(subject(of: rule)) differ from those computed from scratch"
        )
      }
      if rule.role == .constraint {
        breaches = breaches.added(to: rule.reported)
        (breaches.failures, breaches.failure) = ([:], nil)
      } else if isUnreported {
        breaches = breaches.unreported(after: rule.reported)
        if rule.reported.failure != nil { breaches.failure = nil }
      }
      if !breaches.isEmpty { return (rule.name, message(of: breaches, rule)) }
    }
    return nil
  }

  var breachMessages: [String] {
    guard let interpreter = simulation.interpreter else { return [] }
    return rules(interpreter).compactMap { rule in
      guard rule.isOfStates, let breaches = try? rule.breaches(in: simulation), !breaches.isEmpty else {
        return nil
      }
      return message(of: breaches, rule)
    }
  }

  /// The names of the invariants that the present state breaks.
  var brokenNames: [String] {
    guard let interpreter = simulation.interpreter else { return [] }
    catchUp()
    return rules(interpreter).filter { rule in
      rule.role == .invariant && rule.isOfStates && (try? rule.current(in: simulation))?.isEmpty == false
    }.map(\.name)
  }

  /// Returns the names of the objects that break a rule, up to the number that a message names, and their total count,
  /// which is 1 if the world as a whole breaks it; `nil` if the rule is met or compares states.
  func breakers(of name: String) -> (names: [String], count: Int)? {
    guard let interpreter = simulation.interpreter,
      let rule = rules(interpreter).first(where: { $0.name == name }), rule.isOfStates,
      let breaches = try? rule.breaches(in: simulation), !breaches.isEmpty
    else { return nil }
    let (names, count) = violators(of: breaches, rule)
    return (names, max(1, count))
  }

  /// Returns the lines of `why` about a constraint or an invariant: its origin and condition; `nil` if there is none
  /// with this name.
  func why(_ name: String) throws -> [String]? {
    guard let rule = all.first(where: { $0.name == name }) else { return nil }
    let says = "condition: \(Escaping.escaped(rule.text))"
    guard made[name] != nil else { return ["\(rule.role.rawValue) of the world since the beginning", says] }
    let turn = try Rewind(simulation: simulation).lastTurn(of: { made[name]?.number })?.turn
    return [PastSearch(simulation: simulation).line("\(rule.role.rawValue) made", turn, []), says]
  }
}
