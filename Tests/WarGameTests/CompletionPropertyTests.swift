import Foundation
import Scenarios
import Simulator
import Testing
import WarGame

@testable import CommandLanguage
@testable import kanban

/// At each position of each command in the scenarios, completion offers the typed word, and nothing invalid.
@Suite struct CompletionPropertyTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()

  static let files: [String] = ["warroom", "kanban"].flatMap { world -> [String] in
    let folder = package.appending(path: "Scenarios/\(world)").path()
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".scenario") }.sorted().map { "\(world)/\($0)" }
  }

  /// Returns the commands of a scenario, and a session that can run them.
  private func open(_ file: String) throws -> (session: CommandSession, commands: [[UInt8]]) {
    let world = file.hasPrefix("kanban/") ? kanban : warRoom
    let session = try world.makeSession(seed: 1)
    session.interpreter.budget.stackBytes = 8_388_608
    let bytes = Array(try Data(contentsOf: Self.package.appending(path: "Scenarios/\(file)")))
    let transcript = Transcript(bytes)
    return (session, transcript.steps.map { Array(transcript.command(of: $0)) })
  }

  /// Returns the words of a text with their kinds.
  private func words(of text: [UInt8], _ session: CommandSession) -> [Token] {
    var lexer = Lexer(session.table.language.grammar)
    lexer.scan(text.span, 0..<text.count)
    return lexer.tokens.filter { token in
      switch token.kind {
      case .word, .option, .name, .quotedName, .variable, .number, .string: true
      default: false
      }
    }
  }

  @Test(arguments: files)
  func `the next word of a scenario's command is offered, or is free`(file: String) throws {
    let (session, commands) = try open(file)
    for command in commands where command.count < 2_000 {
      let isSound = errors(of: command, session).isEmpty
      var missing: [String] = []
      let known = knownWords(session)
      for word in words(of: command, session) {
        let start = Int(word.start) + (word.kind == .variable ? 1 : 0)
        let found = session.completions(of: command.span, at: start)
        let text = String(decoding: command[word.range], as: UTF8.self)
        let isCalled = Int(word.end) < command.count && command[Int(word.end)] == 0x28
        let isOffered = found.candidates.contains { $0.text == text || isCalled && $0.text == text + "(" }
        let isFree =
          switch found.others {
          case .anything: true
          case .literals: word.kind == .number || word.kind == .string || text.hasPrefix("-")
          case .none: false
          }
        // The name of a future object, or a variable of this command.
        let name = text.trimmingCharacters(in: CharacterSet(charactersIn: "$\"`"))
        let isNew = name.first?.isLetter == true && !known.contains(name)
        if !isOffered, !isFree, !isNew {
          missing.append("\(text): \(found.candidates.prefix(8).map(\.text))")
        }
      }
      // Completion need not offer what the session rejects.
      if session.run(String(decoding: command, as: UTF8.self)).outcome == .failed || !isSound { continue }
      #expect(missing.isEmpty, "\(String(decoding: command, as: UTF8.self))")
    }
  }

  @Test(arguments: files)
  func `inserting a candidate causes no new error`(file: String) throws {
    let (session, commands) = try open(file)
    var seen: Set<[UInt8]> = []
    for command in commands where command.count < 300 {
      defer { _ = session.run(String(decoding: command, as: UTF8.self)) }
      guard errors(of: command, session).isEmpty else { continue }
      for word in words(of: command, session) {
        let before = Array(command[..<Int(word.start)])
        for quote in ["", "\"", "`"] where seen.insert(before + quote.utf8).inserted {
          expectSoundCandidates(after: before + quote.utf8, session)
        }
      }
    }
  }

  /// Inserts some of the candidates after a text, which may end in an opening quote.
  private func expectSoundCandidates(after prefix: [UInt8], _ session: CommandSession) {
    let before = errors(of: prefix, session)
    let found = session.completions(of: prefix.span, at: prefix.count)
    let candidates = found.candidates
    let step = max(1, candidates.count / 12)
    // Without a following word, “any” is an ordinary name.
    for candidate in candidates.enumerated()
    where candidate.offset % step == 0 && candidate.element.text != "any" {
      let text = prefix[..<found.replaced.lowerBound] + candidate.element.text.utf8
      let new = errors(of: Array(text), session).filter { !before.contains($0) }
      #expect(new.isEmpty, "\(String(decoding: text, as: UTF8.self))")
    }
  }

  /// Returns all names that exist before a command runs.
  private func knownWords(_ session: CommandSession) -> Set<String> {
    let interpreter = session.interpreter
    let language = interpreter.language
    var words = Set(Word.allCases.map(\.rawValue) + Keyword.allCases.map(\.rawValue) + language.vocabulary)
    words.formUnion(Help(interpreter: interpreter).names.map(\.text) + interpreter.settings.all.map(\.name))
    words.formUnion(
      interpreter.variables.variableNames + interpreter.variables.definitionNames
        + interpreter.host.valueNames())
    words.formUnion(BuiltinFunction.allCases.map(\.rawValue) + language.functions.map(\.name))
    words.formUnion(language.roots.map(\.name) + SelectionFormat.options + ["it"])
    for kind in language.kinds { words.formUnion([kind.name, kind.plural] + kind.properties.map(\.name)) }
    for command in language.commands {
      words.insert(command.name)
      for parameter in command.parameters {
        words.formUnion(parameter.words)
        if let option = parameter.option { words.insert(option + "=") }
      }
    }
    return words
  }

  /// Returns the errors of a text, except those caused by its incomplete end.
  private func errors(of text: [UInt8], _ session: CommandSession) -> [String] {
    session.interpreter.prepare(session.read(text.span)).diagnostics.compactMap { found in
      switch found.explanation.kind {
      case "missing", "neverClosed", "missingArgument", "wrongCount": nil
      // A limit set in the session, because the final length of the text is unknown.
      case "reached": nil
      // The operand at the end of an incomplete text may still change.
      case "notACondition", "notComparable", "neverEqual", "notSearchable", "unknownWord", "wrongOperand",
        "wrongOperands", "notJoinable", "withoutProperties", "notASelection":
        nil
      case "expected" where found.range.lowerBound >= text.count: nil
      default: "\(found.explanation.message) at \(found.range.lowerBound)"
      }
    }
  }
}
