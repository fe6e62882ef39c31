import TerminalText

/// The settings of a session, and the names of those that were changed.
final class SessionSettings {
  private unowned let interpreter: Interpreter
  /// The names of the settings that `set` changed, in the order of their first change.
  private var changed: [String] = []

  init(_ interpreter: Interpreter) { self.interpreter = interpreter }

  var all: [Setting] { interpreter.language.settings }

  func setting(named name: String) -> Setting? { all.first { $0.name == name } }

  // MARK: The command

  func set(_ reader: ArgumentReader) throws {
    guard reader.hasMore else { return printSettings() }
    let name = try reader.readText()
    if name == Self.saveWord { return try reader.blamingLast { try save(changed) } }
    guard let setting = setting(named: name) else {
      throw reader.located(Explanation.unknown("setting", name, among: all.map(\.name)))
    }
    guard reader.hasMore else { return interpreter.output.writeLine("\(name) \(show(setting))") }
    let value = try reader.readValue()
    let before = setting.read(interpreter)
    try reader.blamingLast { try setting.write(interpreter, value) }
    if reader.hasMore {
      // A command that fails changes nothing.
      do { try save(name, reader) } catch {
        try setting.write(interpreter, before)
        throw error
      }
    }
    if !changed.contains(name) { changed.append(name) }
  }

  private func save(_ name: String, _ reader: ArgumentReader) throws {
    let word = try reader.readText()
    if word != Self.saveWord, word.hasPrefix("-") {
      throw reader.located(Explanation.unknown("word", word, among: [Self.saveWord]))
    }
    if word != Self.saveWord || reader.hasMore {
      if word == Self.saveWord { _ = try reader.readText() }
      throw reader.located(LanguageError.leftOverArgument(usage: BuiltinCommand.set.description.usage))
    }
    try reader.blamingLast { try save([name]) }
  }

  private func show(_ setting: Setting) -> String { interpreter.show(setting.read(interpreter)) }

  /// Returns a setting's value as `set` reads it. Only a text may need quotation marks.
  private func source(of setting: Setting) -> String {
    if case .text(let text) = setting.read(interpreter) { return Quoting.word(text) }
    return show(setting)
  }

  private static let saveWord = "--save"

  private func save(_ names: [String]) throws {
    let settings = names.compactMap { setting(named: $0) }
    if settings.isEmpty { throw Explanation("no setting has been changed") }
    try interpreter.reachFiles().saveSettings(settings.map { ($0.name, source(of: $0)) })
  }

  private func printSettings() {
    let rows = all.map { (name: $0.name, value: show($0), summary: $0.summary) }
    let nameWidth = rows.map { TextWidth.columns(of: $0.name) }.max() ?? 0
    let valueWidth = rows.map { TextWidth.columns(of: $0.value) }.max() ?? 0
    for (name, value, summary) in rows {
      interpreter.output.writeLine(
        "\(TextWidth.padded(name, to: nameWidth))  \(TextWidth.padded(value, to: valueWidth))  \(summary)")
    }
  }
}
