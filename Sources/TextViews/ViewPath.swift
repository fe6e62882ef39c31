/// The name of a view and of those that hold it, outermost first: `map/units`.
public struct ViewPath: Sendable, Hashable, CustomStringConvertible {
  let utf8: [UInt8]

  /// A path of one name or of several parted by `/`; what could not begin a line safely is escaped.
  public init(_ path: String) {
    var utf8: [UInt8] = []
    Escaping.append(path.utf8.span, to: &utf8)
    self.utf8 = utf8
  }

  /// The path of a view inside this one.
  public func child(_ name: String) -> ViewPath {
    ViewPath(utf8: utf8 + [UInt8(ascii: "/")] + ViewPath(name).utf8)
  }

  /// The path as it reads inside another: without the other's names, if it begins with them.
  func relative(to outer: ViewPath) -> ArraySlice<UInt8> {
    let prefix = outer.utf8 + [UInt8(ascii: "/")]
    return utf8.starts(with: prefix) ? utf8.dropFirst(prefix.count) : utf8[...]
  }

  private init(utf8: [UInt8]) {
    self.utf8 = utf8
  }

  public var description: String { String(decoding: utf8, as: UTF8.self) }
}
