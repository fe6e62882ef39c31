import TerminalText

/// How help's texts are laid out, within so many columns.
struct HelpLayout {
  let columns: Int

  func table(_ entries: [HelpEntry]) -> String {
    let width = entries.map(\.usage.count).filter { $0 <= columns / 2 }.max() ?? 0
    return entries.map { entry in
      let words = entry.summary.split(separator: " ").map(String.init)
      // A usage that is too long for the column has a line of its own.
      guard entry.usage.count > width else { return row(entry.usage, width, words) }
      return paragraph(entry.usage) + row("", width, words)
    }.joined()
  }

  /// A line of two columns; the words of the second go on below when the line is full.
  func row(_ first: String, _ width: Int, _ words: [String]) -> String {
    var text = ""
    var line = Display.pad(first, width) + " "
    for word in words {
      if line.count + 1 + word.count > columns, line.count > width + 1 {
        text += line + "\n"
        line = Display.pad("", width) + " "
      }
      line += " " + word
    }
    return text + line + "\n"
  }

  /// A text whose lines end where they are full.
  func paragraph(_ text: String, indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    return TextWidth.wrapped(text, to: columns - indent).map { margin + $0 + "\n" }.joined()
  }

  /// A page: its prose in full lines, and what is indented as it stands.
  func page(_ text: String) -> String {
    var page = ""
    var prose = ""
    func endProse() {
      if !prose.isEmpty { page += paragraph(prose) }
      prose = ""
    }
    for line in text.split(separator: "\n") {
      if line.utf8.first == 0x20 {
        endProse()
        page += "\(line)\n"
      } else {
        prose += (prose.isEmpty ? "" : " ") + line
      }
    }
    endProse()
    return page
  }

  func text(of entry: HelpEntry) -> String {
    var text = "\(entry.usage)\n  \(entry.summary)\n"
    for (index, line) in entry.example.split(separator: "\n").enumerated() {
      text += index == 0 ? "  example: \(line)\n" : "  \(line)\n"
    }
    return text
  }

  /// A definition, with the comment above it.
  func text(of definition: Interpreter.Definition) -> String {
    var text =
      ([definition.name] + definition.parameters.map { $0.uppercased() }).joined(separator: " ") + "\n"
    for line in definition.comment.split(separator: "\n") { text += "  \(line)\n" }
    return text + "  made with “def”\n"
  }

  func text(of command: CommandDescription) -> String {
    var text = "\(command.usage)\n  \(command.summary)\n"
    let explained = command.parameters.filter { !$0.explanation.isEmpty }
    let width = explained.map(\.usage.count).max() ?? 0
    for parameter in explained {
      let words = parameter.explanation.split(separator: " ").map(String.init)
      text += row("  " + parameter.usage, width + 2, words)
    }
    for line in command.help.split(separator: "\n") { text += "  \(line)\n" }
    for example in command.examples { text += "  example: \(example)\n" }
    if !command.variants.isEmpty {
      let variants = command.variants.map { "“help \(command.name) \($0.name)”" }.joined(separator: ", ")
      text += "  see \(variants)\n"
    }
    return text
  }

  func text(of variant: CommandVariant) -> String {
    var text = "\(variant.usage)\n"
    let width = variant.options.map(\.name.count).max() ?? 0
    for option in variant.options {
      text += row("  " + option.name, width + 2, option.text.split(separator: " ").map(String.init))
    }
    for example in variant.examples { text += "  example: \(example)\n" }
    return text
  }

  func text(of page: HelpPage) -> String { self.page(page.text) }

  /// A kind with its properties, and what each keeps to.
  func text(of kind: KindDescription) -> String {
    var text = kind.plural.isEmpty ? "\(kind.name)\n" : "\(kind.name), of \(kind.plural)\n"
    if !kind.summary.isEmpty { text += "  \(kind.summary)\n" }
    let width = kind.properties.map(\.name.count).max() ?? 0
    for property in kind.properties {
      let words = property.facts.split(separator: " ").map(String.init)
      text += words.isEmpty ? "  \(property.name)\n" : row("  " + property.name, width + 2, words)
      for rule in property.rules { text += row("", width + 2, ["  " + rule]) }
    }
    return text
  }

  /// A field by its name behind its kind's, and what its values keep to.
  func text(ofField field: (name: String, property: PropertyDescription)) -> String {
    let (facts, rules) = (field.property.facts, field.property.rules)
    let lines = (facts.isEmpty ? [] : [facts]) + rules
    return "\(field.name)\n" + lines.map { paragraph($0, indent: 2) }.joined()
  }
}

extension ParameterInfo {
  /// Its summary, and its range or its words where that does not say them.
  var explanation: String {
    let values = values
    if summary.isEmpty || values.isEmpty || values == summary { return summary.isEmpty ? values : summary }
    return words.allSatisfy { summary.contains($0) } && !words.isEmpty ? summary : "\(summary): \(values)"
  }
}
