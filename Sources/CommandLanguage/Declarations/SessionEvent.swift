public import Values
public import ViewEvents

/// An event in a session. The transcript renders the same events, in the same order.
///
/// ```swift
/// session.eventObserver = { event in
///   if case .view(let event, _) = event { print(event.path) }
/// }
/// ```
public enum SessionEvent: Sendable {
  /// A line begins to run.
  case lineBegan(SessionLine)
  /// A line of text was printed, given without its line end and not fitted to a window.
  case text(String)
  /// A command failed, or a line could not be read. A line may have several diagnostics.
  case diagnostic(CommandFailure)
  /// A transaction was committed or undone. The view events that it causes follow.
  case committed(CommittedTransaction)
  /// Observers were called about the preceding transactions.
  case told(Delivery)
  /// The content of a view changed. The source is given if it is known.
  case view(ViewEvent, of: ViewSource?)
  /// The line that began last has ended.
  case lineEnded(Outcome)
}

/// A line that begins to run.
public struct SessionLine: Sendable, Equatable {
  /// The text as it was typed, in UTF-8; empty for work without a line, such as merging changes from a shared store.
  public var text: [UInt8]
  /// The number of its first line in the text that it was read from, counted from 1; `nil` for work without a line.
  public var number: Int?

  /// Creates a line with its number.
  public init(text: [UInt8], number: Int?) {
    self.text = text
    self.number = number
  }
}

/// A transaction of a session and its changes.
public struct CommittedTransaction: Sendable, Equatable {
  /// The command or other cause of the transaction.
  public var cause: String
  /// The number of the step that the transaction is part of; `nil` if the history does not retain the step.
  public var step: Int?
  /// The number of the part within the step, counted from 1.
  public var part: Int?
  /// A Boolean value that indicates whether the transaction was undone; its changes then restore the earlier state.
  public var isUndone = false
  /// A Boolean value that indicates whether the transaction had been undone and was redone.
  public var isRedone = false
  /// The changes by table, without kinds that only serve the session; `nil` if the history does not retain them.
  public var changes: [Change]?

  /// A change of an object.
  public struct Change: Sendable, Equatable {
    /// The name of the object's kind.
    public var kind: String
    /// The object's identity.
    public var id: Value
    /// The object's name after the change or, if it was removed, before it; `nil` for a kind without names.
    public var name: String?
    /// The action.
    public var action: Action
    /// The fields that differ; for an object that was added or removed, all stored fields.
    public var fields: [Field]
    /// A description of the rule that changed some of the fields; `nil` if there was none.
    public var rule: String?

    /// The action of a change.
    public enum Action: String, Sendable {
      /// The object was added.
      case added
      /// The object was removed.
      case removed
      /// Values of the object changed.
      case changed
    }

    /// Creates a change of an object.
    public init(
      kind: String, id: Value, name: String?, action: Action, fields: [Field], rule: String? = nil
    ) {
      self.rule = rule
      self.kind = kind
      self.id = id
      self.name = name
      self.action = action
      self.fields = fields
    }
  }

  /// The value of a field before and after a change. A referenced object is represented by its name as text.
  ///
  /// Renaming the referenced object does not change the field. To show a reference, look up the name that the object
  /// with this identity has at the time.
  public struct Field: Sendable, Equatable {
    /// The field's name.
    public var name: String
    /// The value before the change; `nil` for an object that was added.
    public var old: Value?
    /// The value after the change; `nil` for an object that was removed.
    public var new: Value?
    /// The kind of the objects to which the values refer; `nil` if they refer to none.
    public var referencedKind: String?
    /// The value before the change with identities instead of names; `nil` if it refers to no object.
    public var oldID: Value?
    /// The value after the change with identities instead of names; `nil` if it refers to no object.
    public var newID: Value?

    /// Creates a field with its values.
    public init(name: String, old: Value?, new: Value?) {
      self.name = name
      self.old = old
      self.new = new
    }
  }

  /// Creates a transaction with its changes.
  public init(
    cause: String, step: Int? = nil, part: Int? = nil, isUndone: Bool = false, changes: [Change]? = []
  ) {
    self.cause = cause
    self.step = step
    self.part = part
    self.isUndone = isUndone
    self.changes = changes
  }
}

/// The observers that were called about transactions, in the order of the calls.
public struct Delivery: Sendable, Equatable {
  /// The calls of observers that can show something.
  public var calls: [Call]
  /// The number of observers that only forwarded the changes or updated an index.
  public var passingCount: Int

  /// A call of an observer.
  public struct Call: Sendable, Equatable {
    /// The observer's name; empty for one without a name.
    public var name: String
    /// The number of lines that the observer printed; a call that printed none was unnecessary.
    public var lineCount: Int

    /// Creates the call of an observer.
    public init(name: String, lineCount: Int) {
      self.name = name
      self.lineCount = lineCount
    }
  }

  /// Creates a delivery.
  public init(calls: [Call], passingCount: Int) {
    self.calls = calls
    self.passingCount = passingCount
  }
}
