import TerminalText

/// A layout of help texts in a given number of columns.
struct HelpLayout {
  let columns: Int

  func table(_ entries: [HelpEntry]) -> String {
    let width = entries.map(\.usage.count).filter { $0 <= columns / 2 }.max() ?? 0
    return entries.map { entry in
      // A usage that is too long for the column gets a line of its own.
      guard entry.usage.count > width else { return row(entry.usage, width, Self.words(of: entry.summary)) }
      return usage(entry.usage) + row("", width, Self.words(of: entry.summary))
    }.joined()
  }

  /// Returns a row with two columns; the words of the second wrap below each other.
  func row(_ first: String, _ width: Int, _ words: [String]) -> String {
    flow(words, behind: TextWidth.padded(first, to: width) + "  ", continuingAt: width + 2)
  }

  /// Returns words in lines. The first line begins with `beginning`, and the others with blanks up to a column.
  private func flow(_ words: [String], behind beginning: String, continuingAt column: Int) -> String {
    let margin = String(repeating: " ", count: min(column, columns / 2))
    return TextWidth.wrapped(words, to: columns, behind: beginning, margin: margin)
      .joined(separator: "\n") + "\n"
  }

  /// Returns a usage line, which is not wrapped inside brackets.
  private func usage(_ text: String) -> String {
    var words: [String] = []
    for word in Self.words(of: text) {
      let isOpen = words.last.map { $0.count { $0 == "[" } > $0.count { $0 == "]" } } ?? false
      if isOpen { words[words.count - 1] += " " + word } else { words.append(word) }
    }
    return flow(words, behind: "", continuingAt: 4)
  }

  /// Returns a line of prose, or a row of two columns with at least two blanks between them. A line that is
  /// too long is wrapped at its indentation, or in the second column.
  private func line(_ text: String, indent: Int = 0) -> String {
    let margin = indent + text.prefix { $0 == " " }.count
    let content = text.drop { $0 == " " }
    let indented = String(repeating: " ", count: margin) + content
    if TextWidth.columns(of: indented) <= columns { return indented + "\n" }
    guard let gap = content.lastRange(ofBlanks: 2) else { return paragraph(String(content), indent: margin) }
    let first = String(repeating: " ", count: margin) + content[..<gap.lowerBound]
    let words = Self.words(of: String(content[gap.upperBound...]))
    let width = TextWidth.columns(of: first) + content[gap].count
    if width <= columns / 2 {
      return flow(words, behind: TextWidth.padded(first, to: width), continuingAt: width)
    }
    return first + "\n" + paragraph(words.joined(separator: " "), indent: margin + 4)
  }

  private static func lines(of text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  private static func words(of text: String) -> [String] { text.split(separator: " ").map(String.init) }

  /// Returns a text wrapped to the width.
  func paragraph(_ text: String, indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    return TextWidth.wrapped(text, to: columns - indent).map { margin + $0 + "\n" }.joined()
  }

  /// Returns a page with its prose wrapped and its indented lines each on a line of its own.
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
        page += self.line(String(line))
      } else {
        prose += (prose.isEmpty ? "" : " ") + line
      }
    }
    endProse()
    return page
  }

  // MARK: Texts

  /// Returns a heading followed by lines, rows of two columns, more lines, and examples.
  private func text(
    _ heading: String, _ lines: [String] = [],
    rows: [(name: String, text: String, notes: [String])] = [], then more: [String] = [],
    examples: [String] = []
  ) -> String {
    let width = (rows.map(\.name.count).max() ?? 0) + 2
    var text = usage(heading)
    for line in lines { text += self.line(line, indent: 2) }
    for (name, about, notes) in rows {
      text += about.isEmpty ? "  \(name)\n" : row("  " + name, width, Self.words(of: about))
      for note in notes { text += paragraph(note, indent: min(width + 4, columns / 2)) }
    }
    for line in more { text += self.line(line, indent: 2) }
    for example in examples {
      let isLong = TextWidth.columns(of: example) > columns - 11 && !example.contains("\n")
      text +=
        isLong
        ? flow(Self.words(of: example), behind: "  example: ", continuingAt: 11) : "  example: \(example)\n"
    }
    return text
  }

  func text(of entry: HelpEntry) -> String {
    let example =
      entry.example.isEmpty ? [] : [Self.lines(of: entry.example).joined(separator: "\n  ")]
    return text(entry.usage, [entry.summary], examples: example)
  }

  /// Returns the help for a definition, including the comment above it.
  func text(of definition: Variables.Definition) -> String {
    let typed = definition.parameters.filter { $0.type != .unknown }
    return text(
      definition.usage, Self.lines(of: definition.comment),
      rows: typed.map { ($0.name.uppercased(), $0.noun, []) }, then: ["defined with “def”"])
  }

  func text(of command: CommandDescription) -> String {
    let explained = command.parameters.filter { !$0.explanation.isEmpty }
    let about = text(
      command.usage, [command.summary], rows: explained.map { ($0.usage, $0.explanation, []) },
      then: Self.lines(of: command.help), examples: command.examples)
    if command.variants.isEmpty { return about }
    let pages = command.variants.map { "“help \(command.name) \($0.name)”" }
    return about + line("see \(pages.joined(separator: ", "))", indent: 2)
  }

  func text(of variant: CommandVariant) -> String {
    text(variant.usage, rows: variant.options.map { ($0.name, $0.text, []) }, examples: variant.examples)
  }

  func text(of setting: Setting) -> String {
    let value = setting.words.isEmpty ? "NUMBER" : setting.words.joined(separator: "|")
    return text("set \(setting.name) \(value)", [setting.summary])
  }

  /// Returns the help for a kind, with its properties and their rules.
  func text(of kind: Kind) -> String {
    text(
      kind.plural.isEmpty ? kind.name : "\(kind.name), plural: \(kind.plural)",
      kind.summary.isEmpty ? [] : [kind.summary],
      rows: kind.properties.map { ($0.name, $0.facts, $0.rules) },
      examples: kind.plural.isEmpty ? [] : ["\(kind.plural) limit 3"])
  }

  /// Returns the help for a field with its qualified name, and the rules for its values.
  func text(ofField field: (name: String, property: Property)) -> String {
    let facts = field.property.facts
    let lines = (facts.isEmpty ? [] : [facts]) + field.property.rules
    return "\(field.name)\n" + lines.map { paragraph($0, indent: 2) }.joined()
  }
}

extension Substring {
  /// Returns the last run of at least `count` blanks; `nil` if there is none.
  fileprivate func lastRange(ofBlanks count: Int) -> Range<Index>? {
    var end = endIndex
    while let last = self[..<end].lastIndex(of: " ") {
      let start = self[...last].lastIndex { $0 != " " }.map(index(after:)) ?? startIndex
      let run = start..<index(after: last)
      if self[run].count >= count { return run }
      end = start
    }
    return nil
  }
}

extension ParameterInfo {
  /// The summary, followed by the range or words of the values unless the summary contains them.
  var explanation: String {
    let values = values
    if summary.isEmpty || values.isEmpty || values == summary { return summary.isEmpty ? values : summary }
    return words.allSatisfy { summary.contains($0) } && !words.isEmpty ? summary : "\(summary): \(values)"
  }
}
