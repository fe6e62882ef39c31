import CommandLanguage
import Values
import TerminalText

/// A reader of objects from lines of JSON. A line may omit fields, except the first.
struct FeedReader<M: Model>: Sendable {
  let blank: M
  /// The fields to read. The first is required.
  let fields: [Field<M>]

  func read(_ line: FeedLine) throws(FeedProblem) -> M? {
    func problem(_ message: String) -> FeedProblem { FeedProblem(line: line.number, message: message) }
    guard let text = line.text else {
      throw problem("it has \(line.byteCount) bytes, more than the setting “feedline” allows")
    }
    if text.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return nil }
    let json: JSONObject
    do {
      json = try JSONObject(text.span)
    } catch {
      throw problem("not a JSON object: \(Escaping.escaped(error.message)) (byte \(error.offset + 1))")
    }
    var object = blank
    for (offset, field) in fields.enumerated() {
      let found = json.members.filter { $0.name.utf8.elementsEqual(field.name.utf8) }
      if found.count > 1 { throw problem("“\(field.name)” is given \(found.count) times") }
      guard let member = found.first, member.value != Value.none || offset == 0 else {
        if offset == 0 { throw problem("“\(field.name)” is missing") }
        continue
      }
      // An empty text means none, like null.
      if member.value == .text(""), case .optional = field.type { continue }
      guard let value = member.value.flatMap({ Value(json: $0, as: field.type.wrapped) }),
        field.write?(&object, value) == true
      else {
        throw problem("“\(field.name)” is \(member.shownValue), \(Self.wanted(field.type.wrapped))")
      }
      if let breach = field.rule?(nil, object) {
        throw problem("“\(field.name)” is \(member.shownValue): \(Self.text(of: breach))")
      }
    }
    return object
  }

  /// Returns the arguments of the command that receives the object: ` matching opponent=Mordred`.
  func arguments(of object: M) -> String {
    var text = ""
    for (offset, field) in fields.enumerated() {
      if offset > 0, field.isSame(object, blank) { continue }
      text += offset == 0 ? " " : " \(field.name)="
      text += Self.word(field.read(object))
    }
    return text
  }

  private static func word(_ value: Value) -> String {
    switch value {
    case .text(let text), .word(let text): Quoting.word(text)
    default: value.plainText ?? "none"
    }
  }

  // MARK: Problems

  private static func wanted(_ type: ValueType) -> String {
    let words = type.words
    if words.isEmpty { return "not \(type.noun)" }
    return "not one of \(words.map { "“\($0)”" }.joined(separator: ", "))"
  }

  private static func text(of breach: FieldBreach) -> String {
    switch breach {
    case .refused(let why): why
    case .outOfRange(_, let least, let most): "it ranges from \(word(least)) to \(word(most))"
    case .transition(let old, _, _): "it cannot follow \(old)"
    }
  }

  // MARK: Help

  /// The help text: a line for each field with its name and valid values.
  var help: String {
    var width = 0
    for offset in fields.indices { width = max(width, TextWidth.columns(of: fields[offset].name)) }
    var lines: [String] = []
    for offset in fields.indices {
      let field = fields[offset]
      let words = field.type.words
      let what = words.isEmpty ? field.type.wrapped.noun : words.map { "“\($0)”" }.joined(separator: ", ")
      let name = TextWidth.padded(field.name, to: width)
      lines.append("  \(name)  \(what)\(offset == 0 ? "" : "; may be omitted or null")")
    }
    return lines.joined(separator: "\n")
  }
}
