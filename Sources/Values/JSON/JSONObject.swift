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
    /// The value behind the name; `nil` for an object, an array that holds one or another array, and a number that
    /// no ``Value`` can be.
    public var value: Value?
    /// The noun in messages for JSON that is no ``Value``, such as `an object`; `nil` where there is a value.
    public var misfit: String?

    /// A member with its value, or with what stands there instead of one.
    public init(_ name: String, _ value: Value?, misfit: String? = nil) {
      self.name = name
      self.misfit = misfit
      self.value = value
    }
  }
}

/// A reason why a text is not a JSON object.
public struct JSONError: Error, Sendable, Equatable {
  /// In lower case and without a full stop. It may quote the text, so escape it where it is shown.
  public var message: String
  /// The position of the error, in UTF-8 bytes from the beginning.
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
