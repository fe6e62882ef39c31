import TerminalText

/// A path as the system represents it: bytes with `/` between components, absolute or relative.
///
/// Paths are compared and split by bytes, not by characters. So names that differ only in Unicode normalization are
/// different, a name need not be UTF-8, and a combining mark after `/` does not change the `/`.
public struct FilePath: Sendable, Hashable, Comparable {
  /// The bytes of the path, not necessarily UTF-8.
  public var bytes: [UInt8]

  /// Creates a path from bytes.
  public init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// Creates a path from a text.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// The path as text, with U+FFFD in place of malformed UTF-8.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The part before the last `/`; `.` for a bare name, `/` for a name in the root.
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

  /// Returns the path of this folder joined with a relative path. An absolute path is returned unchanged.
  public func joined(_ path: FilePath) -> FilePath {
    if path.isAbsolute || self == "." { return path }
    return FilePath(bytes: bytes.last == Self.slash ? bytes + path.bytes : bytes + [Self.slash] + path.bytes)
  }

  /// Returns a path in this folder for display. Each `..` is removed, together with the folder before it.
  func showing(_ path: FilePath) -> FilePath {
    var parts: [ArraySlice<UInt8>] = []
    for part in joined(path).bytes.split(separator: Self.slash, omittingEmptySubsequences: false) {
      let leadsUp = part.elementsEqual("..".utf8)
      if leadsUp, let last = parts.last, !last.isEmpty, last.contains(where: { $0 != UInt8(ascii: ".") }) {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return FilePath(bytes: Array(parts.joined(separator: [Self.slash])))
  }

  /// The path without slashes at its end and `./` at its beginning, so that different spellings become the same path.
  public var trimmed: FilePath {
    var rest = bytes[...]
    while rest.count > 1, rest.last == Self.slash { rest.removeLast() }
    while rest.count > 2, rest.starts(with: "./".utf8) {
      rest.removeFirst(2)
      while rest.count > 1, rest.first == Self.slash { rest.removeFirst() }
    }
    return FilePath(bytes: rest)
  }

  /// Returns the path relative to a folder, computed from the text alone; `nil` if it is outside. For the folder
  /// itself, returns `.`.
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

  /// Returns whether the first path is listed before the second. Paths are ordered byte by byte. `/` comes first, so
  /// that the contents of a folder are together.
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
  /// The path, escaped for display. It is safe at the beginning of a line, where build services recognize commands.
  public var description: String {
    let shown = Escaping.escaped(bytes.span)
    switch shown.unicodeScalars.first {
    case ":", "#", " ": return "./" + shown
    case let first? where first.properties.isWhitespace: return "./" + shown
    default: return shown
    }
  }
}
