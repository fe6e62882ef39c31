import AutoUpdate
import TerminalText
import TextViews

/// A label or a view of rows in a session. Its content is computed from objects while some conditions are true, and
/// empty otherwise.
final class StagedContent<Content: Equatable>: StagedView {
  typealias Host = @Sendable (Simulation, _ update: @escaping () -> Void) -> AnyObject

  let view: TextView
  private let isInScreen: Bool
  private let conditions: [Condition]
  private let facts: [Fact]
  private let remark: String
  private var host: AnyObject?
  private let content: @Sendable (Simulation) -> Content
  private let hidden: Content
  private unowned let simulation: Simulation
  private let text: (Content) -> String
  private let rows: ((Content) -> [String])?
  private let showContent: (Content) -> Void
  /// The content, or the hidden content while a condition is false; `nil` if a host decides when to update the view.
  private let value: LiveValue<Content>?
  private var subscription: Subscription?

  /// Creates a view in a session.
  ///
  /// - Parameters:
  ///   - facts: The fields that the content is computed from. If there are none, the kinds that it reads are
  ///     determined.
  ///   - host: Creates an object that decides when to update the view.
  ///   - hidden: The content of a hidden view, such as an empty text.
  ///   - text: Returns content as text, for `why`.
  ///   - rows: Returns content as rows, for `why`; `nil` for a view without rows.
  ///   - show: Shows content in the view.
  init(
    _ view: TextView, isInScreen: Bool, _ conditions: [Condition], _ facts: [Fact] = [], remark: String,
    keptBy host: Host? = nil, _ content: @escaping @Sendable (Simulation) -> Content,
    hidden: Content, in simulation: Simulation,
    text: @escaping (Content) -> String, rows: ((Content) -> [String])? = nil,
    show: @escaping (Content) -> Void
  ) {
    self.view = view
    self.isInScreen = isInScreen
    self.conditions = conditions
    self.facts = facts
    self.remark = remark
    self.content = content
    self.hidden = hidden
    self.simulation = simulation
    self.text = text
    self.rows = rows
    showContent = show
    value =
      host == nil
      ? LiveValue(in: simulation.store) { [unowned simulation] in
        Self.visible(content, or: hidden, if: conditions, in: simulation)
      } : nil
    view.isHidden = isInScreen
    // Created here so that hosts register in the order of declaration, like other parts of the world.
    self.host = host?(simulation) { [weak self] in self?.refresh() }
  }

  private static func visible(
    _ content: (Simulation) -> Content, or hidden: Content, if conditions: [Condition],
    in simulation: Simulation
  ) -> Content {
    conditions.allSatisfy { $0.holds(in: simulation) } ? content(simulation) : hidden
  }

  func begin() {
    if !isInScreen { view.appear() }
    guard let value else { return refresh() }
    subscription = value.observe(name: view.path.description) { [unowned self] in show($0) }
  }

  func follow() -> Bool { false }

  func refresh() {
    show(
      value?.value
        ?? simulation.store.readCommitted {
          Self.visible(content, or: hidden, if: conditions, in: simulation)
        }
    )
  }

  private func show(_ content: Content) {
    // A view that disappears prints its last content, so it is hidden before that changes.
    if isInScreen, content == hidden { view.isHidden = true }
    showContent(content)
    if isInScreen { view.isHidden = content == hidden }
  }

  // MARK: Reasons

  var reasons: Reasons { reasons { [text] in text($0) } }

  func reasons(ofRow row: String) throws -> Reasons? {
    guard let rows else { return nil }
    let count = rows(Self.visible(content, or: hidden, if: conditions, in: simulation)).count
    guard let number = Int(row), number >= 1, number <= count else {
      throw ViewError.noRow(row, of: view.path, count: count)
    }
    return reasons { content in
      let rows = rows(content)
      return number <= rows.count ? rows[number - 1] : ""
    }
  }

  private func reasons(of text: @escaping (Content) -> String) -> Reasons {
    Reasons(
      conditions: conditions, content: facts, text: { [content] in text(content($0)) },
      contentKinds: facts.isEmpty ? kinds.map(\.kindName) : [])
  }

  var remarks: [String] {
    let names = facts.isEmpty ? kinds.map(\.collectiveName) : []
    return names.isEmpty ? [] : ["\(remark) \(English.list(names))"]
  }

  /// The facts that the content is computed from. If none are declared, the kinds that it reads.
  var source: ViewSource? {
    var texts: [String] = []
    simulation.store.readCommitted {
      for fact in conditions.flatMap(\.facts) + facts {
        let now = fact.value(simulation)
        let text = fact.text(from: now, to: now, in: simulation)
        if !text.isEmpty, !texts.contains(text) { texts.append(text) }
      }
    }
    if facts.isEmpty, let value { texts += kinds(readBy: value).map(\.collectiveName) }
    return texts.isEmpty ? nil : .facts(texts)
  }

  /// The kinds that the content is computed from, even while a condition hides it.
  private var kinds: [any AnySchema] {
    kinds(readBy: LiveValue(in: simulation.store) { [content, unowned simulation] in content(simulation) })
  }

  private func kinds(readBy value: LiveValue<Content>) -> [any AnySchema] {
    func isRead<M: Model>(_ schema: some AnySchema<M>) -> Bool {
      value.hasRead(simulation.table(of: M.self))
    }
    return simulation.schemas.schemas.filter { !$0.isForSession && isRead($0) }
  }
}
