import TextViews

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
  ///   - host: Creates an object that decides, instead of the store, when the label is computed again. The object is
  ///     created once and retained, and calls `update`. So a label can display the state of an object such as a
  ///     delegate.
  ///   - text: Computes the text. It may read only the store and other views.
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
      let label = LabelView(path, on: simulation.console)
      let staged = StagedContent(
        label, isInScreen: isInScreen, conditions, facts, remark: "its text depends on", keptBy: host, text,
        hidden: "", in: simulation, text: { $0 }
      ) { text in label.show { if !text.isEmpty { $0.append(text: text) } } }
      label.source = { [unowned staged] in staged.source }
      return staged
    }
  }
}
