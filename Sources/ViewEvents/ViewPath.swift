import TerminalText

/// The names of a view and its containers, outermost first: `map/units`.
public struct ViewPath: Sendable, Hashable, CustomStringConvertible {
  package let utf8: [UInt8]

  package static let none = ViewPath("")

  /// Creates a path from one name, or several separated by `/`. Text that could be confused with other lines is
  /// escaped.
  public init(_ path: String) {
    self.init([], "", path)
  }

  /// Returns the path of a view inside this one.
  public func child(_ name: String) -> ViewPath {
    ViewPath(utf8, "/", name)
  }

  /// Returns the path without the names of an outer path, if it begins with them.
  package func relative(to outer: ViewPath) -> ArraySlice<UInt8> {
    let prefix = outer.utf8 + [UInt8(ascii: "/")]
    return utf8.starts(with: prefix) ? utf8.dropFirst(prefix.count) : utf8[...]
  }

  /// Returns a Boolean value that indicates whether the view is inside another one, at any depth.
  package func isInside(_ outer: ViewPath) -> Bool {
    utf8.count > outer.utf8.count && utf8[outer.utf8.count] == UInt8(ascii: "/")
      && utf8.starts(with: outer.utf8)
  }

  /// Returns a Boolean value that indicates whether this is the path of the view with a name directly inside another
  /// view.
  ///
  /// - Parameters:
  ///   - name: the view's name in UTF-8, which must not need escaping.
  ///   - outer: the path of the other view.
  package func isChild(_ name: Span<UInt8>, of outer: ViewPath) -> Bool {
    guard utf8.count == outer.utf8.count + 1 + name.count, isInside(outer) else { return false }
    let start = outer.utf8.count + 1
    for index in name.indices where utf8[start + index] != name[index] { return false }
    return true
  }

  private init(_ outer: [UInt8], _ separator: StaticString, _ name: String) {
    let text = name.utf8.span
    var utf8: [UInt8] = []
    utf8.reserveCapacity(outer.count + separator.utf8CodeUnitCount + text.count)
    utf8 += outer
    utf8 += separator.description.utf8
    Escaping.append(text, as: .field, to: &utf8)
    self.utf8 = utf8
  }

  public var description: String { String(decoding: utf8, as: UTF8.self) }
}
