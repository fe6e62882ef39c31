import TerminalText

/// The contents of the comments above the first command.
public struct ScenarioHeader: Sendable, Equatable {
  /// The claim of the scenario, which is the first comment that is not a setting; empty if there is none. A claim of
  /// more than 2,000 bytes is cut.
  public var claim = ""
  /// The words of `# tags: phases slow`, separated by spaces or commas, in file order.
  public var tags: [String] = []
  /// The number in `# seed: 42`; `nil` if there is none.
  public var seed: UInt64?
  /// The text of `# cause: view stale`, by which findings of exploration are grouped; empty if there is none.
  public var cause = ""
  /// The text of `# faults: store kill 3 1`, the faults that reproduce a finding of exploration; empty if there
  /// is none.
  public var faults = ""
  /// The line of `# faults:`, or otherwise of `# cause:`, from 1; 0 if there is neither.
  var causeLine = 0
  /// The files in `# uses: ../setup/two-sides.scenario`, one for each line, in file order.
  public var uses: [Use] = []
  /// The number in `# format: 1`; 1 if there is none.
  public var formatVersion = 1
  /// The problems of the header, in file order.
  public var findings: [Finding] = []

  /// A file whose commands run before those of this scenario.
  public struct Use: Sendable, Equatable {
    /// The path as it is written, relative to the folder of the file that names it.
    public var path: FilePath
    /// The number of the line, from 1.
    public var line: Int
  }

  /// Creates an empty header.
  public init() {}
}

/// An error or a warning about a line of a scenario.
public struct Finding: Sendable, Equatable {
  /// The severity of a finding.
  public enum Severity: Sendable, Equatable {
    /// The scenario cannot pass.
    case error
    /// The scenario can pass, but the line probably has an unintended meaning.
    case warning
  }
  /// The severity.
  public var severity: Severity
  /// The number of the line, from 1; 0 for the file as a whole.
  public var line: Int
  /// The message, in lower case and without a full stop.
  public var message: String

  /// Creates a finding at a line, from 1; 0 for the file as a whole.
  public init(_ severity: Severity, line: Int, _ message: String) {
    self.severity = severity
    self.line = line
    self.message = message
  }
}

/// A reader of the header, which processes one comment line at a time.
struct HeaderReader {
  private(set) var header = ScenarioHeader()
  private var hasClaim = false
  private var hasFormat = false
  private var tagByteCount = 0
  private var hasErrors = false
  static let tagByteCountMax = 2_000
  /// The maximum number of findings. If there are more, at least one error among them is kept.
  static let findingCountMax = 1_000
  private static let names = ["tags", "seed", "cause", "faults", "uses", "format"]

  /// Processes a comment line of the header. `text` begins with `#`.
  mutating func comment(_ text: ArraySlice<UInt8>, line: Int) {
    let body = HeaderReader.body(of: text)
    guard let colon = body.prefix(12).firstIndex(of: UInt8(ascii: ":")), Self.isName(body[..<colon]) else {
      if !body.isEmpty { claim(body) }
      return
    }
    let name = String(decoding: body[..<colon], as: UTF8.self)
    let value = HeaderReader.trimmed(body[body.index(after: colon)...])
    switch name {
    case "tags": tags(value, line: line)
    case "seed": seed(value, line: line)
    case "cause": cause(value, line: line)
    case "faults": faults(value, line: line)
    case "uses": use(value, line: line)
    case "format": format(value, line: line)
    case "hash": fail(line, "“hash:” belongs below a command")
    case "unordered": break
    default: other(name, body, line: line)
    }
  }

  private mutating func claim(_ body: ArraySlice<UInt8>) {
    guard !hasClaim, !body.elementsEqual("unordered".utf8) else { return }
    hasClaim = true
    header.claim = ShownLine.cut(String(decoding: body, as: UTF8.self))
  }

  private mutating func tags(_ value: ArraySlice<UInt8>, line: Int) {
    tagByteCount += value.count
    guard tagByteCount <= Self.tagByteCountMax else {
      return fail(line, "the tags have more than \(Self.tagByteCountMax) bytes together")
    }
    let words = value.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: ",") }
    for word in words { header.tags.append(String(decoding: word, as: UTF8.self)) }
  }

  private mutating func seed(_ value: ArraySlice<UInt8>, line: Int) {
    let text = String(decoding: value, as: UTF8.self)
    guard let seed = DecimalReader.integer(text.utf8.span, as: Int.self), seed >= 0 else {
      return fail(
        line, "the seed must be a whole number from 0 to \(Int.max), not \(Quoting.message(text))")
    }
    guard header.seed == nil else { return fail(line, "the seed is set twice") }
    header.seed = UInt64(seed)
  }

  private mutating func cause(_ value: ArraySlice<UInt8>, line: Int) {
    guard !value.isEmpty else { return fail(line, "“cause:” names no cause") }
    guard header.cause.isEmpty else { return fail(line, "the cause is set twice") }
    header.cause = String(decoding: value, as: UTF8.self)
    if header.faults.isEmpty { header.causeLine = line }
  }

  private mutating func faults(_ value: ArraySlice<UInt8>, line: Int) {
    guard !value.isEmpty else { return fail(line, "“faults:” names no fault") }
    guard header.faults.isEmpty else { return fail(line, "the faults are set twice") }
    header.faults = String(decoding: value, as: UTF8.self)
    header.causeLine = line
  }

  private mutating func use(_ value: ArraySlice<UInt8>, line: Int) {
    guard !value.isEmpty else { return fail(line, "“uses:” names no file") }
    header.uses.append(.init(path: FilePath(bytes: value), line: line))
  }

  private mutating func format(_ value: ArraySlice<UInt8>, line: Int) {
    let text = String(decoding: value, as: UTF8.self)
    guard let version = DecimalReader.integer(text.utf8.span), version >= 1 else {
      return fail(line, "the format must be a whole number from 1, not \(Quoting.message(text))")
    }
    guard !hasFormat else { return fail(line, "the format is set twice") }
    hasFormat = true
    header.formatVersion = version
    if version > Transcript.formatVersion {
      fail(
        line,
        "the file is in format \(version), this program reads formats up to \(Transcript.formatVersion): a newer"
          + " version of the program is needed")
    }
  }

  private mutating func other(_ name: String, _ body: ArraySlice<UInt8>, line: Int) {
    if let near = Self.names.first(where: { Self.isOneEditApart($0, name) }) {
      add(Finding(.warning, line: line, "“\(name):” is read as a comment; did you mean “\(near):”?"))
    }
    claim(body)
  }

  /// Adds a warning about a setting below the first command.
  mutating func noteMisplaced(_ body: ArraySlice<UInt8>, line: Int) {
    guard let name = ["tags", "seed", "uses", "format"].first(where: { body.starts(with: "\($0):".utf8) })
    else { return }
    add(Finding(.warning, line: line, "“\(name):” below the first command is read as a comment"))
  }

  mutating func fail(_ line: Int, _ message: String) {
    add(Finding(.error, line: line, message))
  }

  private mutating func add(_ finding: Finding) {
    let isFirstError = finding.severity == .error && !hasErrors
    guard header.findings.count < Self.findingCountMax || isFirstError else { return }
    if isFirstError { hasErrors = true }
    header.findings.append(finding)
  }

  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
  }

  /// Returns whether the text of a comment could be read as a setting, in the header or below it.
  static func isSetting(_ body: ArraySlice<UInt8>) -> Bool {
    let name = body.prefix(12).firstIndex(of: UInt8(ascii: ":")).map { body[..<$0] }
    return name.map(isName) ?? body.elementsEqual("unordered".utf8)
  }

  /// Returns the text of a comment after its `#`, without surrounding spaces.
  static func body(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    trimmed(text.dropFirst())
  }

  static func trimmed(_ text: ArraySlice<UInt8>)
    -> ArraySlice<UInt8>
  {
    var text = text
    while let first = text.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
      text.removeFirst()
    }
    while let last = text.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") { text.removeLast() }
    return text
  }

  private static func isOneEditApart(_ a: String, _ b: String) -> Bool {
    let long = Array((a.utf8.count >= b.utf8.count ? a : b).utf8)
    let short = Array((a.utf8.count >= b.utf8.count ? b : a).utf8)
    guard long.count - short.count <= 1 else { return false }
    let head = zip(long, short).prefix { $0 == $1 }.count
    let tail = long.dropFirst(head + 1)
    return tail.elementsEqual(long.count == short.count ? short.dropFirst(head + 1) : short.dropFirst(head))
  }
}

extension HeaderReader {
  /// Returns the text after `# hash:`.
  static func hash(in text: ArraySlice<UInt8>) -> [UInt8] {
    let body = body(of: text)
    guard let colon = body.firstIndex(of: UInt8(ascii: ":")) else { return [] }
    return Array(trimmed(body[body.index(after: colon)...]))
  }

  /// Returns the first line, without surrounding spaces.
  static func firstLine(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    trimmed(text.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
  }
}
