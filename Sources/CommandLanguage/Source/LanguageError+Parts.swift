import TerminalText

// What the facts of an error are called in its sentence.

extension LanguageError.Found {
  var prose: String {
    switch self {
    case .endOfText: "the end of the text"
    case .endOfLine: "the end of the line"
    case .token(let text): Quoting.message(text)
    }
  }
}

extension LanguageError.Wanted {
  var prose: String {
    switch self {
    case .name: "a name"
    case .value: "a value"
    case .property: "a property"
    case .selection: "a selection"
    case .block: "a block “{ … }”"
    case .sign(let sign): "“\(sign)”"
    case .commaOr(let sign): "“,” or “\(sign)”"
    }
  }
}

extension LanguageError.Predecessor {
  var prose: String {
    switch self {
    case .command: "a command's name"
    case .number: "a number"
    }
  }
}

extension LanguageError.Opening {
  var prose: String {
    switch self {
    case .string: "string"
    case .parenthesis: "“(”"
    case .bracket: "“[”"
    case .brace: "“{”"
    }
  }

  var closing: String {
    switch self {
    case .string: "“\"”"
    case .parenthesis: "“)”"
    case .bracket: "“]”"
    case .brace: "“}”"
    }
  }
}

extension LanguageError.Operand {
  var prose: String {
    switch self {
    case .number: "a number"
    case .whole: "a whole number"
    case .count: "a number from 0 on"
    case .twoNumbers: "two numbers"
    case .text: "a text"
    case .twoTexts: "texts"
    case .textOrList: "a text or a list"
    case .list: "a list or a selection"
    case .listOfNumbers: "a list of numbers"
    case .listAndText: "a list and a text"
    }
  }
}

extension ValueSort {
  /// With its article: `a number`, `a box`.
  var prose: String {
    switch self {
    case .none: "none"
    case .truth: "a truth"
    case .number: "a number"
    case .decimal: "a decimal"
    case .text: "a text"
    case .list: "a list"
    case .object(let kind): Display.article(kind)
    }
  }
}

extension ReachedLimit {
  /// The name of its setting.
  var name: String {
    switch self {
    case .steps: "steps"
    case .nesting: "nesting"
    case .recursion: "recursion"
    case .variables: "variables"
    case .memory: "memory"
    case .list: "list"
    case .output: "output"
    case .name: "name"
    case .text: "text"
    case .line: "line"
    case .frames: Limits.framesName
    }
  }

  var prose: Explanation {
    var notes = ["the limit is the setting “\(name)”"]
    if case .frames = self { notes = [] }
    return Explanation(sentence, notes: notes)
  }

  private var sentence: String {
    switch self {
    case .steps(let most): "this line has taken \(most) steps"
    case .nesting(let most): "nested more than \(most) deep"
    case .recursion(let most): "calls nest more than \(most) deep"
    case .variables(let most): "there may be \(most) variables and definitions"
    case .memory(let most): "values may take \(most) bytes of memory"
    case .list(let most): "a list may have \(most) elements"
    case .output(let most): "this line has printed \(most) bytes"
    case .name(let most, let given): "a name may have \(most) bytes; this one has \(given)"
    case .text(let most, let given): "a text may have \(most) bytes; this one has \(given)"
    case .line(let most, let given): "a command line may have \(most) bytes; this one has \(given)"
    case .frames:
      "commands, blocks and expressions nest deeper than the stack allows"
    }
  }
}
