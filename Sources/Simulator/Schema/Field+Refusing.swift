/// Fields with a rule that a closure checks.
extension Field {
  /// Creates a field whose value a closure can refuse. The rule is checked at every commit.
  ///
  ///     Field("opponent", \.opponent, refusing: { $0.flatMap(NameText.problem) })
  ///
  /// - Parameters:
  ///   - name: The name in expressions and commands.
  ///   - path: The key path of the value in the model.
  ///   - summary: One line for help.
  ///   - problem: Returns the reason why a value is refused, in lower case; `nil` if it is allowed.
  ///   - column: The layout in rows. By default, left aligned and as wide as the value.
  ///   - formerly: Earlier names, which older data may still use.
  @inlinable
  public init<Content: FieldCodable>(
    _ name: String,
    _ path: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Object, Content> & Sendable,
    _ summary: String = "", refusing problem: @escaping @Sendable (Content) -> String?,
    column: FieldLayout? = nil, formerly: String...
  ) {
    let get: @Sendable (Object) -> Content = { $0[keyPath: path()] }
    self.init(
      name, { path() }, summary, get: get, set: { $0[keyPath: path()] = $1 }, column, formerly,
      { before, after in
        let value = get(after)
        if before.map(get) == value { return nil }
        return problem(value).map { .refused(why: $0) }
      })
  }
}

/// A rule that refuses values that could not be read back from a file.
extension Field {
  /// Returns a rule that refuses a value that changes when it is encoded and decoded, and then applies the field's own
  /// rule.
  @inlinable
  static func readable<Content: FieldCodable>(
    _ get: @escaping @Sendable (Object) -> Content, _ rule: FieldRule<Object>?
  ) -> FieldRule<Object> {
    return { before, after in
      let value = get(after)
      if before.map(get) != value, Content(fieldValue: value.fieldValue) != value {
        return .refused(why: Self.unreadable(value.fieldValue))
      }
      return rule?(before, after)
    }
  }

  @usableFromInline
  static func unreadable(_ value: Value) -> String {
    "\(value.shown { kind, _ in kind }) cannot be read back once it is stored"
  }
}

/// A check for texts that are shown in the position of a name and must not look like other output.
public enum NameText {
  /// Returns the reason why a text cannot be shown as a name; `nil` if it can. The word `none` stands for no name.
  public static func problem(with text: String) -> String? {
    ObjectName.problem(with: text, reserved: ["none"])
  }
}
