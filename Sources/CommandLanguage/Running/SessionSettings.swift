import TerminalText

/// A setting that `set` shows and changes: a limit, a switch of the session, or a setting of the host.
struct SessionSetting {
  let name: String
  let summary: String
  /// The possible values; empty for a number or a text.
  var words: [String] = []
  let read: () -> Value
  let write: (Value) throws -> Void
}

/// The settings of a session and which of them were changed.
final class SessionSettings {
  private unowned let interpreter: Interpreter
  /// The names of the settings that `set` changed, in the order of their first change.
  private var changed: [String] = []

  init(_ interpreter: Interpreter) { self.interpreter = interpreter }

  /// All settings: the limits, the switches of the session, and the settings of its host.
  var all: [SessionSetting] {
    let (language, interpreter) = (interpreter.language, interpreter)
    let limits = Limits.named.map { limit in
      SessionSetting(
        name: limit.name, summary: limit.summary, read: { .number(interpreter.limits[keyPath: limit.path]) },
        write: { try self.change(limit.name, limit.path, atMost: limit.most, to: $0) })
    }
    let switches = language.switches.map { setting in
      let words = setting.words
      return SessionSetting(
        name: setting.name, summary: setting.summary, words: words,
        read: { .text(words[setting.read(interpreter) ? 0 : 1]) },
        write: { value in
          guard case .text(let word) = value, words.contains(word) else {
            throw Explanation("the setting “\(setting.name)” must be \(words.joined(separator: " or "))")
          }
          setting.write(interpreter, word == words.first)
        })
    }
    let own = language.settings.map { setting in
      SessionSetting(
        name: setting.name, summary: setting.summary, words: setting.words,
        read: { setting.read(interpreter.host) }, write: { try setting.write(interpreter.host, $0) })
    }
    return limits + switches + own
  }

  func setting(named name: String) -> SessionSetting? { all.first { $0.name == name } }

  /// Changes a limit. A restricted session cannot raise it above its value at the time of the restriction.
  private func change(
    _ name: String, _ limit: WritableKeyPath<Limits, Int>, atMost most: Int, to value: Value
  ) throws {
    let most = interpreter.ceilings?[keyPath: limit] ?? most
    guard case .number(let number) = value, number >= 1, number <= most else {
      throw LanguageError.settingOutOfRange(name, 1...most, context: interpreter.restriction)
    }
    interpreter.limits[keyPath: limit] = number
  }

  // MARK: The command

  func set(_ reader: ArgumentReader) throws {
    guard reader.hasMore else { return printSettings() }
    let name = try reader.readText()
    if name == Self.saveWord { return try reader.blamingLast { try save(changed) } }
    guard let setting = setting(named: name) else {
      throw reader.located(Explanation.unknown("setting", name, among: all.map(\.name)))
    }
    guard reader.hasMore else {
      return interpreter.output.writeLine("\(name) \(interpreter.show(setting.read()))")
    }
    let value = try reader.readValue()
    try reader.blamingLast { try setting.write(value) }
    if !changed.contains(name) { changed.append(name) }
    guard reader.hasMore else { return }
    let word = try reader.readText()
    guard word == Self.saveWord, !reader.hasMore else {
      throw reader.located(Explanation.unknown("word", word, among: [Self.saveWord]))
    }
    try reader.blamingLast { try save([name]) }
  }

  private static let saveWord = "--save"

  private func save(_ names: [String]) throws {
    let settings = names.compactMap { setting(named: $0) }
    if settings.isEmpty { throw Explanation("no setting has been changed") }
    try interpreter.reachFiles().saveSettings(
      settings.map { ($0.name, Quoting.word(interpreter.show($0.read()))) })
  }

  private func printSettings() {
    let rows = all.map { (name: $0.name, value: interpreter.show($0.read()), summary: $0.summary) }
    let nameWidth = rows.map(\.name.count).max() ?? 0
    let valueWidth = rows.map(\.value.count).max() ?? 0
    for (name, value, summary) in rows {
      interpreter.output.writeLine(
        "\(Display.pad(name, nameWidth))  \(Display.pad(value, valueWidth))  \(summary)")
    }
  }
}
