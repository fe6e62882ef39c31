import CommandLanguage
import StrictJSON
import TerminalText

/// Why a line of a feed is no status.
public struct FeedProblem: Error, Sendable, Equatable, CustomStringConvertible {
  public var line: Int
  /// In lower case, without a full stop; what it quotes is escaped.
  public var message: String

  /// `line 3: “phase” is missing`
  public var description: String { "line \(line): \(message)" }
}

extension FeedLine {
  /// The status that the line tells, or `nil` for a blank line.
  ///
  ///     {"phase": "active", "opponent": "Mordred", "result": null}
  ///
  /// `phase` is one of `none`, `matching`, `active`, `postMortem`; `opponent` is a text, `result` one of
  /// `win`, `loss`, and both may be left out or be null. Other fields are ignored.
  public func status() throws(FeedProblem) -> GameStatus? {
    guard let text else {
      throw problem("it has \(byteCount) bytes, more than the setting “feedline” allows")
    }
    if text.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return nil }
    let object: JSONObject
    do {
      object = try JSONObject(text.span)
    } catch {
      throw problem("no JSON object: \(Escaping.escaped(error.message)) (byte \(error.offset + 1))")
    }
    guard let phase = try value("phase", in: object) else { throw problem("“phase” is missing") }
    var status = GameStatus(phase: try word(phase, "phase", among: GamePhase.allCases, \.name))
    if let opponent = try value("opponent", in: object), opponent != .null {
      status.opponent = try self.opponent(opponent)
    }
    if let result = try value("result", in: object), result != .null {
      status.result = try word(result, "result", among: GameResult.allCases, \.name)
    }
    return status
  }

  private func value(_ field: String, in object: JSONObject) throws(FeedProblem) -> JSONValue? {
    let found = object.members.filter { $0.name == field }
    if found.count > 1 { throw problem("“\(field)” is given \(found.count) times") }
    return found.first?.value
  }

  private func word<Case>(
    _ value: JSONValue, _ field: String, among cases: [Case], _ name: (Case) -> String
  ) throws(FeedProblem) -> Case {
    if case .string(let text) = value, let found = cases.first(where: { name($0) == text }) { return found }
    let words = cases.map { "“\(name($0))”" }.joined(separator: ", ")
    throw problem("“\(field)” is \(Self.shown(value)), not one of \(words)")
  }

  private func opponent(_ value: JSONValue) throws(FeedProblem) -> String {
    guard case .string(let name) = value else {
      throw problem("“opponent” is \(Self.shown(value)), not a text")
    }
    // An empty name names nobody, as null does.
    if !name.isEmpty, let why = UnitName.problem(with: name, reserved: []) {
      throw problem("“opponent” is \(Self.shown(value)): \(why)")
    }
    return name
  }

  private func problem(_ message: String) -> FeedProblem { FeedProblem(line: number, message: message) }

  /// What was found, within a length that a person reads.
  private static func shown(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): Quoting.message(TextWidth.truncated(Escaping.escaped(text), to: 40))
    case .number(let text): "the number \(TextWidth.truncated(text, to: 40))"
    case .bool(let truth): "\(truth)"
    case .null: "null"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension GameStatus {
  /// The command that repeats it, for people and for a record: `receive matching opponent=Mordred`.
  ///
  /// Nothing runs it to take the status in: see ``WarRoom/receive(_:)``.
  public var command: String {
    var command = "receive \(phase.name)"
    if !opponent.isEmpty { command += " opponent=\(Quoting.word(opponent))" }
    if let result { command += " result=\(result.name)" }
    return command
  }

  /// Whether ``command``, run in a world of its own, takes in this very status: what is recorded repeats what
  /// was done.
  public var isRepeatedByItsCommand: Bool {
    guard let session = try? GameSession() else { return false }
    session.restrict(in: "a record") { $0.name == "receive" }
    guard session.run(command).outcome == .done else { return false }
    let game = session.world.game
    return game.phase == phase && game.result == result && game.opponent.utf8.elementsEqual(opponent.utf8)
  }
}
