/// One JSON object (RFC 8259), read strictly and without recursion: no text can exhaust the stack.
///
/// Only its own members and their arrays' elements have values here; what is nested deeper is checked and left aside.
public struct JSONObject: Sendable, Equatable {
  /// In the order of the text; a name may occur more than once.
  public var members: [Member]

  /// A name and its value.
  public struct Member: Sendable, Equatable {
    /// The name, with its escapes read.
    public var name: String
    /// What stands behind the name.
    public var value: JSONValue

    /// A member of this name.
    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }
}

/// The value of a member.
public enum JSONValue: Sendable, Equatable {
  /// A text, with its escapes read.
  case string(String)
  /// As it is written.
  case number(String)
  /// `true` or `false`.
  case bool(Bool)
  /// `null`
  case null
  /// Its elements; arrays among them have none here.
  case array([JSONValue])
  /// An object, of whose members none is kept.
  case object
}

/// Why a text is no JSON object.
public struct JSONError: Error, Sendable, Equatable {
  /// In lower case and without a full stop. It may quote the text, so escape it where it is shown.
  public var message: String
  /// Where, in UTF-8 bytes from the beginning.
  public var offset: Int

  init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }
}

extension UInt8 {
  var isJSONSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
  var isDigit: Bool { (0x30...0x39).contains(self) }
}
