import TerminalText

/// The commands that are suggested after a failed scenario.
struct FollowUpText: Sendable {
  private let followUp: FollowUp
  private let seed: UInt64?
  private let repeatCount: Int
  private let canReview: Bool

  /// Creates the commands; `nil` if the options have no follow-up.
  init?(_ options: ReplayOptions) {
    guard let followUp = options.followUp else { return nil }
    self.followUp = followUp
    seed = options.seed
    repeatCount = options.repeatCount
    // On a build service, nothing is rewritten. A run that rewrites files needs no suggestion to do so.
    canReview = !options.isContinuousIntegration && options.blessing == .off
  }

  /// Returns lines with commands that replay the scenario alone, review it, and open it at its first failure.
  func lines(for result: ScenarioResult) -> [String] {
    guard let first = result.failures.first else { return [] }
    var lines = ["alone:   \(replayCommand(of: result))"]
    if canReview, result.failures.contains(where: \.isReviewable) {
      lines.append(
        "review:  \(followUp.replayCommand) --review \(fixed(result))\(ShellWord.quoted(result.path))")
    }
    if let editor = followUp.editor {
      lines.append("open:    \(Escaping.escaped(editor)) \(Self.operands(of: editor, first.location))")
    }
    return lines
  }

  func replayCommand(of result: ScenarioResult) -> String {
    let repeated = repeatCount > 1 ? "--repeat \(repeatCount) " : ""
    return "\(followUp.replayCommand) \(fixed(result))\(repeated)\(ShellWord.quoted(result.path))"
  }

  private func fixed(_ result: ScenarioResult) -> String {
    let root = result.root.map { "--root \(ShellWord.quoted($0)) " } ?? ""
    return root + (seed.map { "--seed \($0) " } ?? "")
  }

  /// Returns the operands with which an editor opens a file at a line: `+LINE FILE` as in POSIX, or the editor's own
  /// form.
  private static func operands(of editor: String, _ location: StepFailure.Location) -> String {
    let path = ShellWord.quoted(location.path)
    guard location.line > 0 else { return path }
    let program = FilePath(editor.split(separator: " ").first.map(String.init) ?? "").name.text
    switch program {
    case "code", "codium": return "-g \(path):\(location.line)"
    case "hx", "subl", "zed": return "\(path):\(location.line)"
    default: return "+\(location.line) \(path)"
    }
  }
}

extension StepFailure {
  /// A Boolean value that indicates whether a review could accept the printed output.
  fileprivate var isReviewable: Bool {
    switch kind {
    case .output, .hash: true
    case .finding, .timeout, .interrupted, .afterQuit, .unsteady, .died: false
    }
  }
}

/// The form of a path as one word of a shell command, which can be shown and copied from a terminal.
package enum ShellWord {
  /// Returns the path, in quotes if a shell would otherwise change it. If the path cannot be shown, or contains `'`, it
  /// is written as `$'…'` with octal escapes, which Bash, Zsh and POSIX.1-2024 read. O(bytes).
  package static func quoted(_ path: FilePath) -> String {
    // A leading `-` would be read as an option.
    let bytes = path.bytes.first == UInt8(ascii: "-") ? Array("./".utf8) + path.bytes : path.bytes
    if !bytes.isEmpty, bytes.allSatisfy(isPlain) { return String(decoding: bytes, as: UTF8.self) }
    let text = String(decoding: bytes, as: UTF8.self)
    let isShownAsItIs = Escaping.escaped(bytes.span).utf8.elementsEqual(bytes)
    if isShownAsItIs, !bytes.contains(UInt8(ascii: "'")) { return "'\(text)'" }
    return "$'\(bytes.map(encoded).joined())'"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "_-./+,@%:=".utf8.contains(byte)
    }
  }

  private static func encoded(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\\"): "\\" + String(Unicode.Scalar(byte))
    case 0x20...0x7E: String(Unicode.Scalar(byte))
    // Three octal digits are used, since a hexadecimal escape would include digits that follow.
    default: "\\" + String(byte, radix: 8, width: 3)
    }
  }
}
