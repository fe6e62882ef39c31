public import AutoUpdate
import CommandLanguage
import TerminalText
import Values

/// The state of an app as a whole, with any number of delegates that are notified of changes:
///
///     let app = App("app", state: \AppModel.state, of: 0, default: .ready(false))
///
/// As a part of a world, an app declares a command and a name for the object in expressions. The command shows or sets
/// the state, and lists the delegates. The state is a field of one of your models, so it is undone, saved and watched
/// like everything else. `app.center(in: world)` notifies delegates, such as views.
public struct App<M: Model, State: StateCases>: WorldPart {
  @usableFromInline let name: String
  @usableFromInline let topic: String?
  @usableFromInline let id: M.ID
  @usableFromInline let examples: [String]
  @usableFromInline let makeCenter: @Sendable (DataStore) -> StateCenter<State>

  /// Creates an app from the field of one object.
  ///
  /// - Parameters:
  ///   - name: The name of the command, and of the object in expressions.
  ///   - state: The key path of the state.
  ///   - id: The identity of the object.
  ///   - fallback: The state if the object does not exist.
  ///   - topic: The command's topic in help.
  ///   - examples: Examples for help.
  // Inlinable, so that the key path compiles to an access of the model's field.
  @inlinable
  public init(
    _ name: String, state: @autoclosure @escaping @Sendable () -> WritableKeyPath<M, State>, of id: M.ID,
    default fallback: State, topic: String? = nil,
    examples: [String] = []
  ) {
    self.name = name
    self.id = id
    self.topic = topic
    self.examples = examples
    makeCenter = { StateCenter(state(), of: id, in: $0, default: fallback, cause: "\(name) state") }
  }

  /// Returns the session's state center of the app, which calls delegates in the order of registration. Each session
  /// has one.
  ///
  /// An assignment is part of the running command. If a delegate assigns a state, the assignment is a queued
  /// transaction.
  @inlinable
  public func center(in world: Simulation) -> StateCenter<State> {
    let centers = world.service { _ in AppCenters() }
    if let center = centers.byName[name] as? StateCenter<State> { return center }
    let center = makeCenter(world.store)
    centers.byName[name] = center
    return center
  }

  public func declare(in declarations: inout Declarations) {
    declarations.errors.append(StateCaseError.self)
    declarations.roots.append(Root(name, "the \(name) as a whole", Reference<M>(id)))
    command.declare(in: &declarations)
    declarations.checksOfSessions.append { [name, id] world in
      world[Reference<M>(id)] != nil
        ? nil
        : "no session starts with the \(M.kindName) that holds the state of “\(name)”"
    }
  }

  private var command: Command {
    Command(
      name, "Show or set the \(name)'s state",
      .optional(
        .choice("state", "which state", of: (State.argument(after: [])?.words ?? []) + [Self.delegatesWord])),
      .repeated(.stateValue(of: State.self), atLeast: 0)
    ) { [self] world, word, more in
      try run(in: world, word, more)
    }
    .with(topic: topic, help: help, examples: examples, traits: .contained)
  }

  private func run(in world: Simulation, _ word: String?, _ more: [String]) throws {
    let center = center(in: world)
    switch word {
    case nil: world.output.writeLine(Escaping.escaped("\(center.state)"))
    case Self.delegatesWord? where center.delegateNames.isEmpty: world.output.writeLine("no delegates")
    case Self.delegatesWord?:
      for (index, name) in center.delegateNames.enumerated() {
        world.output.writeLine("\(index + 1)  \(Escaping.escaped(name))")
      }
    case let word?:
      let new = try State(words: ([word] + more)[...])
      guard world[Reference<M>(id)] != nil else { throw SimulationError.gone(kind: M.kindName) }
      center.assign(new)
    }
  }

  private static var delegatesWord: String { "delegates" }

  private var help: String {
    let forms = [
      ("", "shows the state"), (" " + Self.delegatesWord, "lists its delegates in the order of their calls"),
    ]
    let states = Self.forms.map { "\(name) \($0)" }
    return (forms.map { TextWidth.padded(name + $0, to: 28) + $1 } + states).joined(separator: "\n")
  }

  /// The forms of a state at the prompt. Forms that differ only in the last word share a line: `ready true|false`.
  private static var forms: [String] {
    var lines: [(start: String, words: [String])] = []
    for form in State.forms(after: []).map({ $0.replacing(": TEXT", with: " TEXT") }) {
      let space = form.lastIndex(of: " ")
      let start = space.map { String(form[...$0]) } ?? ""
      let word = String(form[start.endIndex...])
      if let last = lines.indices.last, lines[last].start == start, !ValueType.placeholders.contains(word) {
        lines[last].words.append(word)
      } else {
        lines.append((start, [word]))
      }
    }
    return lines.map { $0.start + $0.words.joined(separator: "|") }
  }
}

@usableFromInline
final class AppCenters: SessionService {
  @usableFromInline var byName: [String: AnyObject] = [:]

  @usableFromInline
  init() {}

  // The states are in the store.
  @usableFromInline
  func reset() { dropReleased() }

  /// Removes the delegates that have been released, which would otherwise stay registered until a state changes.
  func dropReleased() {
    for center in byName.values { (center as? any DelegateRegister)?.clear() }
  }
}

extension Parameter<String> {
  /// Returns the parameter for the words after the first word of a state.
  fileprivate static func stateValue<State: StateCases>(of state: State.Type) -> Self {
    .text("value").completed(trying: { (_: Simulation, position) in
      State.argument(after: position.arguments[...])?.examples ?? []
    }) { _, position in
      (State.argument(after: position.arguments[...])?.words ?? []).map { Completions.Candidate($0) }
    }
  }
}
