public import Values
public import ViewEvents

/// Something that happened in a session. The transcript is made of the same events, in the same order.
///
/// ```swift
/// session.eventObserver = { event in
///   if case .view(let event, _) = event { print(event.path) }
/// }
/// ```
public enum SessionEvent: Sendable {
  /// A line begins to run.
  case lineBegan(SessionLine)
  /// A line of text was printed; without its line end, and as it is without a window.
  case text(String)
  /// A command failed, or a line could not be read. A line may have several diagnostics.
  case diagnostic(CommandFailure)
  /// A transaction was committed, or taken back. What views show because of it comes after it.
  case committed(CommittedTransaction)
  /// Observers were called about the transactions before it.
  case told(Delivery)
  /// A view shows something else, from a source where one is known.
  case view(ViewEvent, of: ViewSource?)
  /// The line that began last has ended.
  case lineEnded(Outcome)
}

/// A line of a session that begins to run.
public struct SessionLine: Sendable, Equatable {
  /// The text as it was typed, in UTF-8; empty for what no line did, such as taking in what others did to a store.
  public var text: [UInt8]
  /// The number of its first line, from 1, in the text that it was read from; `nil` for what no line did.
  public var number: Int?

  /// A line with its place.
  public init(text: [UInt8], number: Int?) {
    self.text = text
    self.number = number
  }
}

/// A transaction of a session, with what it changed.
public struct CommittedTransaction: Sendable, Equatable {
  /// The command, or what else brought the transaction about.
  public var cause: String
  /// The number of the step that it is part of; `nil` where the history does not keep the step.
  public var step: Int?
  /// The number of the part of the step, from 1.
  public var part: Int?
  /// A Boolean value that indicates whether the transaction was taken back: its changes lead to the state before it.
  public var isUndone = false
  /// The changes, table by table, without those of kinds that serve the session alone; `nil` where the history does not
  /// keep them.
  public var changes: [Change]?

  /// A change of an object.
  public struct Change: Sendable, Equatable {
    /// The name of the object's kind.
    public var kind: String
    /// The object's identity.
    public var id: Value
    /// The object's name, after the change where it has one then; `nil` for a kind without names.
    public var name: String?
    /// The kind of the change.
    public var action: Action
    /// The fields that differ; of an object that was added or removed, all fields that are kept.
    public var fields: [Field]
    /// The rule by which some fields changed along with others, in words; `nil` where none did.
    public var rule: String?

    /// The kind of a change.
    public enum Action: String, Sendable {
      /// The object was not there before.
      case added
      /// The object is there no more.
      case removed
      /// The object has other values.
      case changed
    }

    /// A change of an object with an identity and a name.
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

  /// A field's value before and after a change. An object that it refers to is a text with the object's name.
  public struct Field: Sendable, Equatable {
    /// The field's name.
    public var name: String
    /// The value before; `nil` for an object that was added.
    public var old: Value?
    /// The value after; `nil` for an object that was removed.
    public var new: Value?

    /// A field's values.
    public init(name: String, old: Value?, new: Value?) {
      self.name = name
      self.old = old
      self.new = new
    }
  }

  /// A transaction with its changes.
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
  /// The calls of observers that show something, or could.
  public var calls: [Call]
  /// The number of observers that only passed on what they were told, or kept an index.
  public var passingCount: Int

  /// A call of an observer.
  public struct Call: Sendable, Equatable {
    /// The observer's name; empty for one without a name.
    public var name: String
    /// The number of lines that it printed; a call that printed none was not needed.
    public var lineCount: Int

    /// A call of an observer that printed so many lines.
    public init(name: String, lineCount: Int) {
      self.name = name
      self.lineCount = lineCount
    }
  }

  /// A delivery of some calls.
  public init(calls: [Call], passingCount: Int) {
    self.calls = calls
    self.passingCount = passingCount
  }
}
