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
  public init<Value: FieldCodable>(
    _ name: String,
    _ path: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Object, Value> & Sendable,
    _ summary: String = "", refusing problem: @escaping @Sendable (Value) -> String?,
    column: FieldLayout? = nil, formerly: String...
  ) {
    let get: @Sendable (Object) -> Value = { $0[keyPath: path()] }
    self.init(
      name, { path() }, summary, get: get, set: { $0[keyPath: path()] = $1 }, column, formerly,
      FieldRule { before, after in
        let value = get(after)
        if before.map(get) == value { return nil }
        return problem(value).map { .refused(why: $0) }
      })
  }
}

/// Texts that stand where names do, and so must not look like anything else.
public enum NameText {
  /// Why a text cannot be shown as a name; `nil` when it can.
  public static func problem(with text: String) -> String? { ObjectName.problem(with: text, reserved: []) }
}
