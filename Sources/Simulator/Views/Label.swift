import AutoUpdate
import TextViews
import TerminalText

/// A line of text that is computed from objects and updates when they change:
///
///     Label("load") { world in "\(world.all(Card.self).count) cards for \(world.all(Person.self).count) people" }
///
/// It prints `+ load  3 cards for 2 people` when it appears and `~ load  old→new` when it changes. It is hidden while
/// its text is empty or a condition is false. The kinds that it reads are found by computing the text.
public struct Label: WorldPart, ScreenPart {
  public let element: ViewElement

  /// Creates a label that shows a text while some conditions are true.
  ///
  /// - Parameters:
  ///   - name: The name of the label; within a screen it follows the screen's name.
  ///   - conditions: The conditions for it to be visible, which `why` lists.
  ///   - facts: The fields that the text is computed from, which `why` lists. By default, all kinds that were read.
  ///   - marks: The marks that its lines can have. Coverage counts each of them.
  ///   - host: Creates an object that updates the label instead of the store. The object is created once and retained,
  ///     and calls `update` when the label must be computed again. So a label can display the state of an object such
  ///     as a delegate.
  ///   - text: Computes the text. It may read nothing but the store.
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

/// A label in a session.
final class StagedLabel: StagedView {
  private let label: LabelView
  private let isInScreen: Bool
  private let conditions: [Condition]
  private let facts: [Fact]
  private var host: AnyObject?
  private let text: @Sendable (Simulation) -> String
  private unowned let simulation: Simulation
  /// The text, empty while the label is hidden; `nil` if a host decides when to update the label.
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
    // Created here so that hosts register in the order of declaration, like other parts of the world.
    self.host = host?(simulation) { [weak self] in self?.refresh() }
  }

  var view: TextView { label }

  /// The facts that the label is computed from. If none are declared, the kinds that its text reads.
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

  /// The kinds that the text is computed from, even while a condition hides it.
  private var kinds: [any AnySchema] {
    let made = LiveValue(in: simulation.store) { [text, simulation] in text(simulation) }
    return simulation.schemas.schemas.filter { !$0.isForSession && hasRead($0, made) }
  }

  private func hasRead<Declared: AnySchema>(_ schema: Declared, _ made: LiveValue<String>) -> Bool {
    made.hasRead(simulation.table(of: Declared.Object.self))
  }
}
