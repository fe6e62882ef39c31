/// A JSON object (RFC 8259), parsed strictly and without recursion, so that no text can exhaust the stack.
///
/// Only the values of members and the elements of their arrays are returned. Values that are nested more deeply are
/// checked and skipped.
public struct JSONObject: Sendable, Equatable {
  /// The members in the order of the text. A name may occur more than once.
  public var members: [Member]

  /// A name and its value.
  public struct Member: Sendable, Equatable {
    /// The name, with its escape sequences replaced.
    public var name: String
    /// The value; `nil` for an object, for a number that does not fit a ``Value``, and for an array that contains
    /// another array or one of these.
    public var value: Value?
    /// The noun in messages for JSON that is not a ``Value``, such as `an object`; `nil` if there is a value.
    public var misfit: String?

    /// Creates a member with a value, or with the noun for JSON that is not a value.
    public init(_ name: String, _ value: Value?, misfit: String? = nil) {
      self.name = name
      self.misfit = misfit
      self.value = value
    }
  }
}

/// The reason why a text is not a JSON object.
public struct JSONError: Error, Sendable, Equatable {
  /// The message, in lower case and without a full stop. It may quote the text, so escape it for display.
  public var message: String
  /// The offset of the error in bytes of UTF-8.
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
