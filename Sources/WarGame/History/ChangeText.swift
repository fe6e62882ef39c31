import AutoUpdate
import CommandLanguage
import TerminalText

/// A change of a model whose fields can be named.
protocol RecordedChange: AnyChange where Model: Recorded {}

extension Change: RecordedChange where Model: Recorded {}

extension FieldValue {
  /// As the history shows it: words as they are, other texts in quotes.
  var shown: String {
    switch self {
    case .absent, .none: "none"
    case .number(let number): "\(number)"
    case .truth(let truth): truth ? "true" : "false"
    case .word(let word): word
    case .text(let text): Self.isWord(text) ? Escaping.escaped(text) : Quoting.message(text)
    }
  }

  /// Whether a text reads as one word.
  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy {
        !$0.isASCII || $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "-"
      }
  }
}

/// How the history words changes: `+ unit Arthur`, `Arthur.hp 100→20`.
enum ChangeText {
  /// What a change did, in the order of the fields.
  static func parts(of change: some RecordedChange) -> [String] {
    guard let before = change.before else { return change.after.map { ["+ " + name(of: $0)] } ?? [] }
    guard let after = change.after else { return ["- " + name(of: before)] }
    return zip(FieldCollector.fields(of: before), FieldCollector.fields(of: after)).compactMap { old, new in
      old.value == new.value ? nil : field(before.label, old.name, from: old.value, to: new.value)
    }
  }

  /// A model with its kind: `unit Arthur`, `message 3`, `game`.
  static func name<Model: Recorded>(of model: Model) -> String {
    let (kind, label) = (Model.kind, model.label)
    return label.isEmpty || label == kind ? kind : label.hasPrefix(kind + " ") ? label : kind + " " + label
  }

  static func field(_ label: String, _ name: String, from old: FieldValue, to new: FieldValue) -> String {
    "\(reference(label, name)) \(old.shown)→\(new.shown)"
  }

  /// A field as expressions name it: `Arthur.hp`, `tick`.
  static func reference(_ label: String, _ field: String) -> String {
    label.isEmpty ? field : "\(label).\(field)"
  }

  /// What many changes did; bookkeeping is left out where it goes along with something else.
  static func summary(of changes: ChangeSet) -> [String] {
    let changes = changes.net.changes.compactMap { $0 as? any RecordedChange }
    let telling = changes.filter { !isBookkeeping($0) }
    return (telling.isEmpty ? changes : telling).flatMap { parts(of: $0) }
  }

  private static func isBookkeeping<C: RecordedChange>(_ change: C) -> Bool { C.Model.isBookkeeping }
}
