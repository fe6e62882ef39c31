import TerminalText

/// A path as the system has it: bytes with `/` between components, absolute or relative.
///
/// Two names that only Unicode calls equal are two files, a name need not be UTF-8, and a combining mark
/// behind a `/` is still behind a `/`: so nothing here compares or cuts by characters.
public struct FilePath: Sendable, Hashable, Comparable {
  /// The path as the system has it; not necessarily UTF-8.
  public var bytes: [UInt8]

  /// The path of these bytes.
  public init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// The path of a text, in UTF-8.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// The text, with U+FFFD in the place of what is no UTF-8.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Everything before the last `/`; `.` for a bare name, `/` for a name in the root.
  public var folder: FilePath {
    guard let slash = bytes.lastIndex(of: Self.slash) else { return "." }
    return slash == 0 ? "/" : FilePath(bytes: bytes[..<slash])
  }

  /// The part after the last `/`.
  public var name: FilePath {
    guard let slash = bytes.lastIndex(of: Self.slash) else { return self }
    return FilePath(bytes: bytes[(slash + 1)...])
  }

  /// A Boolean value that indicates whether the path begins at the root.
  public var isAbsolute: Bool { bytes.first == Self.slash }

  /// A path as seen from this folder.
  public func joined(_ path: FilePath) -> FilePath {
    if path.isAbsolute || self == "." { return path }
    return FilePath(bytes: bytes.last == Self.slash ? bytes + path.bytes : bytes + [Self.slash] + path.bytes)
  }

  /// Without slashes at its end and `./` at its beginning, so that a file has one name.
  public var trimmed: FilePath {
    var rest = bytes[...]
    while rest.count > 1, rest.last == Self.slash { rest.removeLast() }
    while rest.count > 2, rest.starts(with: "./".utf8) {
      rest.removeFirst(2)
      while rest.count > 1, rest.first == Self.slash { rest.removeFirst() }
    }
    return FilePath(bytes: rest)
  }

  /// The rest of the path below a folder, judged by the text alone; `nil` outside it. The folder itself is `.`.
  public func relative(to folder: FilePath) -> FilePath? {
    if folder == "." { return isAbsolute ? nil : self }
    if self == folder { return "." }
    let head = folder.bytes.last == Self.slash ? folder.bytes : folder.bytes + [Self.slash]
    guard bytes.count > head.count, bytes.starts(with: head) else { return nil }
    return FilePath(bytes: bytes[head.count...])
  }

  /// A Boolean value that indicates whether a component is `..`.
  var goesUp: Bool { bytes.split(separator: Self.slash).contains { $0.elementsEqual("..".utf8) } }

  /// The ending of a scenario's file name.
  public static let scenarioEnding = ".scenario"

  /// A Boolean value that indicates whether the path ends in `.scenario`, after at least one other byte.
  public var isScenario: Bool {
    bytes.count > Self.scenarioEnding.utf8.count
      && bytes.suffix(Self.scenarioEnding.utf8.count).elementsEqual(Self.scenarioEnding.utf8)
  }

  /// The order in which paths are listed: byte by byte, a folder's own content together.
  public static func < (a: FilePath, b: FilePath) -> Bool {
    let shared = min(a.bytes.count, b.bytes.count)
    for at in 0..<shared where a.bytes[at] != b.bytes[at] { return key(a.bytes[at]) < key(b.bytes[at]) }
    return a.bytes.count < b.bytes.count
  }

  private static func key(_ byte: UInt8) -> UInt8 { byte == slash ? 0 : byte }

  private static let slash = UInt8(ascii: "/")
}

extension FilePath: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { self.init(text) }
}

extension FilePath: CustomStringConvertible {
  /// The path fit to be shown, even where it begins a line: build services read commands there, and look
  /// past blanks.
  public var description: String {
    let shown = Escaping.escaped(bytes.span)
    switch shown.unicodeScalars.first {
    case ":", "#", " ": return "./" + shown
    case let first? where first.properties.isWhitespace: return "./" + shown
    default: return shown
    }
  }
}
