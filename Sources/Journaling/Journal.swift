public import TerminalText
// Exported, because this module's interface uses these values.
@_exported public import Values

/// A step as a journal stores it: one transaction with the responses to it.
public struct JournalStep: Sendable {
  /// The position of the step in the order of all steps; never assigned twice.
  public let serial: Int
  /// The host's number of the step. Several steps may share a number, as the commands of one line do.
  public var number: Int
  /// The cause of the transaction; empty if it has none.
  public var cause: String
  /// The text of the line that the step is part of. If a line has several steps, only the last one has the text, and
  /// the first one has an empty text. In older journals, only the first one has the text.
  public var line: String?
  /// The virtual time before the step, if the host has one.
  public var tick: Int?
  /// The number of the session that wrote the step.
  public var session: Int
  /// The changes of the objects, including those by responses.
  public var changes: [JournalChange]

  /// Creates a step.
  public init(
    serial: Int, number: Int, cause: String, line: String? = nil, tick: Int? = nil, session: Int = 0,
    changes: [JournalChange]
  ) {
    self.serial = serial
    self.number = number
    self.cause = cause
    self.line = line
    self.tick = tick
    self.session = session
    self.changes = changes
  }
}

/// The contents of a journal: the current objects, and the newest steps.
public struct JournalContent: Sendable {
  /// The objects after the step ``snapshot``.
  public var objects: [JournalObject] = []
  /// The serial of the last step whose changes ``objects`` includes. This is ``present``, unless the objects are
  /// returned as they are stored.
  public var snapshot = 0
  /// The newest steps in ascending order, undone ones included.
  public var steps: [JournalStep] = []
  /// The serial of the last done step.
  public var present = 0
  /// The serial before the first of ``steps``.
  public var base = 0
  /// The highest serial that was ever assigned.
  public var last = 0
  /// The schemas under which the steps were written, in order; empty if the journal stores no schema.
  public var schemas: [JournalSchema] = []
  /// The description of the unreadable part of the journal, if there is one. The rest is intact, but nothing more may
  /// be written.
  public var damage: UntrustedText?

  /// Creates the content of an empty journal.
  public init() {}
}

/// The steps that other connections wrote since a journal was last read.
public struct RemoteSteps: Sendable {
  /// The serial that ``steps`` follow; steps that were known after it were dropped. `nil` if there are no steps.
  public var base: Int?
  /// The steps that others wrote, in ascending order.
  public var steps: [JournalStep] = []
  /// The serial of the last done step.
  public var present: Int
  /// A Boolean value that indicates whether the whole journal must be loaded again, because steps are missing or were
  /// written by a new schema.
  public var isGap = false

  /// Creates news without steps; the last done step has the serial `present`.
  public init(present: Int) { self.present = present }
}

/// The changes that a store writes as one transaction of the journal.
public struct JournalBatch: Sendable {
  /// The serial after which steps are dropped first; `nil` drops none.
  public var dropsAfter: Int?
  /// The steps to write, in ascending order.
  public var steps: [JournalStep] = []
  /// The serial of the last done step after the batch, used if ``isMoved`` is set.
  public var present: Int
  /// A Boolean value that indicates whether the store moved to ``present``, rather than to its last step.
  public var isMoved = false
  /// The objects of the store before its first step; written once, to an empty journal.
  public var objects: [JournalObject] = []
  /// The schema under which the steps are written, as JSON; `nil` if it has not changed. With a new schema, all objects
  /// of the journal get their current names.
  public var schema: String?
  /// The serial of the last step that migrates objects to the schema, or 0.
  public var barrier = 0

  /// Creates a batch without steps for a store at the serial `present`.
  public init(present: Int) { self.present = present }
}

/// Durable storage for a store's steps: one ordered list of steps, and the objects at one of them.
///
/// A store calls ``begin()``, which locks out other writers and returns the steps that they wrote. Then the store runs
/// its own transactions and calls ``commit(_:)``. Afterwards, the steps survive a crash of the process. A journal must
/// be used by one store only.
public protocol Journal: AnyObject {
  /// The name of the journal in messages: the name of its file, or its address without a password.
  var name: UntrustedText { get }
  /// The number of this session, which is stored with its steps; 0 before the first write. Each program that opens the
  /// journal and writes begins a session.
  var session: Int { get }

  /// Reads the objects, and the steps with the newest `numbers` step numbers.
  ///
  /// - Parameters:
  ///   - numbers: the maximum number of step numbers to read; several steps may share one.
  ///   - translation: returns the translation to current names, given the journal's schemas.
  ///   - movesObjects: whether to return the objects as of the last done step; otherwise, they are returned
  ///     as they are stored.
  func read(
    numbers: Int, translation: ([JournalSchema]) -> JournalTranslation, movesObjects: Bool
  ) throws(JournalError) -> JournalContent
  /// Locks out other writers until ``commit(_:)`` or ``cancel()``.
  ///
  /// - Returns: the steps that others wrote; `nil` if they wrote nothing.
  func begin() throws(JournalError) -> RemoteSteps?
  /// Writes a batch completely or not at all, and unlocks the journal. The batch is durable when the method returns.
  func commit(_ batch: JournalBatch) throws(JournalError)
  /// Unlocks the journal without writing anything.
  func cancel()
  /// Returns the steps that other connections wrote, without locking them out; `nil` if they wrote nothing.
  func news() throws(JournalError) -> RemoteSteps?

  /// Starts to listen for writes of other connections, for a prompt that waits for input.
  ///
  /// - Returns: a descriptor that is readable when ``takeSignal()`` should be called, and that the journal owns; `nil`
  ///   if the system or the journal does not support signals.
  func listen() -> Int32?
  /// Returns the event that the descriptor signals, without blocking.
  func takeSignal() -> JournalSignal

  /// Writes the given content to an empty journal, with the same objects, steps and numbers.
  func fill(with content: JournalContent) throws(JournalError)

  /// Returns the size of the journal.
  func size() throws(JournalError) -> JournalSize
  /// Drops the steps before the newest `numbers` step numbers, and frees their space.
  ///
  /// - Returns: the size in bytes before and after.
  func compact(keeping numbers: Int) throws(JournalError) -> (before: Int, after: Int)
  /// Returns the problems of the journal, each with its location; empty if the journal is intact.
  func problems() throws(JournalError) -> [UntrustedText]
}

extension Journal {
  /// Reads the objects after the last done step, and the steps with the newest `numbers` step numbers.
  ///
  /// - Parameters:
  ///   - numbers: the maximum number of step numbers to read; several steps may share one.
  ///   - translation: returns the translation to current names, given the journal's schemas.
  public func load(
    numbers: Int, translation: ([JournalSchema]) -> JournalTranslation
  ) throws(JournalError) -> JournalContent {
    try read(numbers: numbers, translation: translation, movesObjects: true)
  }

  /// Reads all steps and the objects as they are stored, each under the names of the schema that wrote it, for
  /// ``fill(with:)``.
  ///
  /// Steps cannot be applied to the objects, which may have later names.
  public func stored() throws(JournalError) -> JournalContent {
    try read(numbers: .max, translation: { _ in JournalTranslation() }, movesObjects: false)
  }
}

/// An event that a journal signals to a prompt that waits for input.
public enum JournalSignal: Equatable, Sendable {
  /// An event without consequences.
  case nothing
  /// Other connections may have written; call ``Journal/news()``.
  case news
  /// The connection to the server was lost for this reason and is being restored.
  case lost(UntrustedText)
  /// The connection was restored.
  case restored
}

/// The size of a journal.
public struct JournalSize: Equatable, Sendable {
  /// The number of distinct step numbers, undone steps included.
  public var stepCount: Int
  /// The size in bytes, without the write-ahead log.
  public var byteCount: Int

  /// Creates a size.
  public init(stepCount: Int, byteCount: Int) {
    self.stepCount = stepCount
    self.byteCount = byteCount
  }
}

/// A reason why a journal cannot be opened, read or written.
public enum JournalError: Error, Equatable, Sendable {
  /// Another program has locked the journal.
  case busy
  /// The disk is full.
  case full
  /// The journal or its folder is not writable.
  case readOnly
  /// The folder of the journal does not exist.
  case missing
  /// The journal does not exist, and was not to be created.
  case noJournal
  /// The journal is not empty, so it cannot be filled with the content of another one.
  case notEmpty
  /// No engine of the program supports this scheme.
  case noEngine(scheme: UntrustedText)
  /// The connection to the journal's server failed for this reason.
  case disconnected(UntrustedText)
  /// The journal may not be opened.
  case notPermitted
  /// The file or its log was removed or replaced.
  case replaced
  /// The journal's tables, or the store in them, were removed.
  case removed
  /// The path leads to a folder.
  case folder
  /// The file or database is not a journal of this library.
  case foreign
  /// The journal was written by a later version of the library.
  case newer(format: Int, known: Int)
  /// The journal belongs to this other program.
  case otherOwner(UntrustedText)
  /// The journal is damaged at this location.
  case damaged(at: UntrustedText)
  /// Other connections have written steps that conflict with unwritten steps of this store.
  case conflict
  /// The journal's schema differs from the program's, so nothing is written. The text describes how to resolve this.
  case otherSchema(UntrustedText)
  /// Another error with this message.
  case failed(UntrustedText)
}

extension JournalError: CustomStringConvertible {
  /// A message without a full stop, to follow the journal's name and a colon. It is escaped and has one line.
  public var description: String {
    switch self {
    case .busy: "another program is writing to it; try again later"
    case .full: "the disk is full"
    case .readOnly: "it or its folder cannot be written: change the permissions"
    case .missing: "there is no such folder: create it first"
    case .noJournal: "there is no such store"
    case .notEmpty: "it is not empty: choose a new store"
    case .noEngine(let scheme): "this program cannot open “\(scheme)://” stores: use a program that can"
    case .disconnected(let reason): "there is no connection to its server: \(reason)"
    case .notPermitted: "it cannot be opened: change its permissions"
    case .replaced:
      "the file or its log was removed, or replaced by another one: save the session, and start again"
    case .removed: "its tables were removed: save the session, and start again"
    case .folder: "it is a folder"
    case .foreign: "it is not a store: choose another file"
    case .newer(let format, let known):
      "it has format \(format), and this program reads formats up to \(known): open it with a newer program"
    case .otherOwner(let name): "it is a store of “\(name)”: open it with that program"
    case .damaged(let index): "it is damaged: \(index); copy it before you repair it with other tools"
    case .conflict:
      "another program changed it, and the steps in memory no longer fit: save the session, and start again"
    case .otherSchema(let message): "nothing is written to it: \(message)"
    case .failed(let message): "\(message)"
    }
  }
}
