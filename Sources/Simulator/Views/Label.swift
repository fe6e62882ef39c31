import AutoUpdate
import TextViews
import TerminalText

/// A line of text that follows whatever objects it is made of:
///
///     Label("load") { world in "\(world.all(Card.self).count) cards for \(world.all(Person.self).count) people" }
///
/// It prints `+ load  3 cards for 2 people` when it appears and `~ load  old→new` when it changes; while its text is
/// empty, or a condition does not hold, it is hidden. Which kinds it reads is found by making the text.
public struct Label: WorldPart, ScreenPart {
  public let element: ViewElement

  /// A label that shows a text while some conditions hold.
  ///
  /// - Parameters:
  ///   - name: how it is called; within a screen, after the screen's name.
  ///   - conditions: what must hold for it to be visible; `why` tells which of them do.
  ///   - facts: the fields that the text is made of; `why` tells them, and all kinds that were read when left out.
  ///   - marks: the marks that its lines can have, of which coverage wants each.
  ///   - host: keeps the label up to date instead of the store: it is made once, held, and calls what it is given
  ///     whenever it is told of something. So a label can be what an object of one's own shows, such as a delegate.
  ///   - text: makes the text of what stands in the store, and of nothing else.
  public init(
    _ name: String, visible conditions: Condition..., showing facts: [Fact] = [],
    marks: [Character] = ["+", "-", "~"],
    keptBy host: (@Sendable (_ world: Simulation, _ update: @escaping () -> Void) -> AnyObject)? = nil,
    text: @escaping @Sendable (Simulation) -> String
  ) {
    element = ViewElement(
      name: name, kind: .label, marks: marks,
      problems: (conditions.compactMap(\.problem) + facts.compactMap(\.problem)).map {
        "the label “\(name)” \($0)"
      }
    ) { path, isInScreen, simulation in
      StagedLabel(path, isInScreen: isInScreen, conditions, facts, host, text, in: simulation)
    }
  }

  public func declare(in declarations: inout Declarations) { element.declare(in: &declarations) }
}

/// A label of a session.
final class StagedLabel: StagedView {
  private let label: LabelView
  private let isInScreen: Bool
  private let conditions: [Condition]
  private let facts: [Fact]
  private var host: AnyObject?
  private let text: @Sendable (Simulation) -> String
  private unowned let simulation: Simulation
  /// The text, empty while it is hidden; kept up to date unless a host says when it is to be made.
  private let value: LiveValue<String>?
  private var subscription: Subscription?

  init(
    _ path: ViewPath, isInScreen: Bool, _ conditions: [Condition], _ facts: [Fact],
    _ host: (@Sendable (Simulation, @escaping () -> Void) -> AnyObject)?,
    _ text: @escaping @Sendable (Simulation) -> String, in simulation: Simulation
  ) {
    label = LabelView(path, on: simulation.console)
    self.isInScreen = isInScreen
    self.conditions = conditions
    self.facts = facts
    self.text = text
    self.simulation = simulation
    value =
      host == nil
      ? LiveValue(in: simulation.store) { [unowned simulation] in
        Self.text(text, if: conditions, in: simulation)
      } : nil
    label.isHidden = isInScreen
    label.source = { [unowned self] in source }
    // Made in the order of declaration, like whatever else of the world registers somewhere.
    self.host = host?(simulation) { [weak self] in self?.refresh() }
  }

  var view: TextView { label }

  /// The facts that the label is made of; where none are declared, the kinds that its text reads.
  private var source: ViewSource? {
    var texts: [String] = []
    simulation.store.readCommitted {
      for fact in conditions.flatMap(\.facts) + facts {
        let now = fact.value(simulation)
        let text = fact.text(from: now, to: now, in: simulation)
        if !text.isEmpty, !texts.contains(text) { texts.append(text) }
      }
    }
    if facts.isEmpty, let value {
      texts += simulation.schemas.schemas.filter { !$0.isForSession && hasRead($0, value) }.map {
        $0.pluralName.isEmpty ? $0.kindName : $0.pluralName
      }
    }
    return texts.isEmpty ? nil : .facts(texts)
  }

  func begin() {
    if !isInScreen { label.appear() }
    guard let value else { return refresh() }
    subscription = value.observe(name: label.path.description) { [unowned self] in show($0) }
  }

  func follow() -> Bool { false }

  func refresh() {
    show(
      value?.value
        ?? simulation.store.readCommitted { Self.text(text, if: conditions, in: simulation) })
  }

  private static func text(
    _ text: (Simulation) -> String, if conditions: [Condition], in simulation: Simulation
  ) -> String {
    conditions.allSatisfy { $0.holds(in: simulation) } ? text(simulation) : ""
  }

  private func show(_ text: String) {
    label.show { if !text.isEmpty { $0.append(text: text) } }
    if isInScreen { label.isHidden = text.isEmpty }
  }

  var reasons: Reasons {
    Reasons(
      conditions: conditions, content: facts, text: text,
      contentKinds: facts.isEmpty ? kinds.map(\.kindName) : [])
  }

  var remarks: [String] {
    if !facts.isEmpty { return [] }
    let names = kinds.map { $0.pluralName.isEmpty ? $0.kindName : $0.pluralName }
    return names.isEmpty ? [] : ["its text depends on \(English.list(names))"]
  }

  /// The kinds that the text is made of, also while a condition hides it.
  private var kinds: [any AnySchema] {
    let made = LiveValue(in: simulation.store) { [text, simulation] in text(simulation) }
    return simulation.schemas.schemas.filter { !$0.isForSession && hasRead($0, made) }
  }

  private func hasRead<Declared: AnySchema>(_ schema: Declared, _ made: LiveValue<String>) -> Bool {
    made.hasRead(simulation.table(of: Declared.Object.self))
  }
}
