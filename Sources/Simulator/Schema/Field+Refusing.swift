/// Values that a reason of the world's own refuses.
extension Field {
  /// A field that may not have some values, at every commit.
  ///
  ///     Field("opponent", \.opponent, refusing: { $0.flatMap(NameText.problem) })
  ///
  /// - Parameters:
  ///   - name: how expressions and commands call it.
  ///   - path: where the value is in the model.
  ///   - summary: one line about it, for help.
  ///   - problem: why a value is refused, in lower case; `nil` when it is not.
  ///   - column: how rows show it; at the left, as wide as need be, if left out.
  ///   - formerly: names that it had before, under which older data still gives it.
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
      FieldRule { before, after in
        let value = get(after)
        if before.map(get) == value { return nil }
        return problem(value).map { .refused(why: $0) }
      })
  }
}

/// Values that a file would not give back.
extension Field {
  /// Refuses what is not the same once it is read again, before a rule of the field's own is asked.
  @inlinable
  static func readable<Content: FieldCodable>(
    _ get: @escaping @Sendable (Object) -> Content, _ rule: FieldRule<Object>?
  ) -> FieldRule<Object> {
    FieldRule { before, after in
      let value = get(after)
      if before.map(get) != value, Content(fieldValue: value.fieldValue) != value {
        return .refused(why: Self.unreadable(value.fieldValue))
      }
      return rule?.breach(before, after)
    }
  }

  @usableFromInline
  static func unreadable(_ value: Value) -> String {
    "\(value.shown { kind, _ in kind }) could be stored, but not read again"
  }
}

/// Texts that stand where names do, and so must not look like anything else.
public enum NameText {
  /// Returns the reason why a text cannot be shown as a name; `nil` if it can.
  public static func problem(with text: String) -> String? { ObjectName.problem(with: text, reserved: []) }
}
