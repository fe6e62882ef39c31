public import TerminalText

/// A step as a journal keeps it: one transaction with its answers.
public struct JournalStep: Sendable {
  /// Its place in the one order of all steps; never given twice.
  public let serial: Int
  /// The host's number of the step; several may share a number, as the commands of one line do.
  public var number: Int
  /// The cause of its transaction; empty where that has none.
  public var cause: String
  /// The line that the step is part of, on the first of several steps; the host looks it up again.
  public var line: String?
  /// The virtual time before it, where its host has one.
  public var tick: Int?
  /// The number of the session that wrote it.
  public var sitting: Int
  /// The changes of the objects, including those of responses.
  public var changes: [JournalChange]

  /// A step with all that a journal keeps of it.
  public init(
    serial: Int, number: Int, cause: String, line: String? = nil, tick: Int? = nil, sitting: Int = 0,
    changes: [JournalChange]
  ) {
    self.serial = serial
    self.number = number
    self.cause = cause
    self.line = line
    self.tick = tick
    self.sitting = sitting
    self.changes = changes
  }
}

/// The contents of a journal: the current objects, and the last steps that led to them.
public struct JournalContent: Sendable {
  /// The objects at ``present``.
  public var objects: [JournalObject] = []
  /// The newest steps in their order, undone ones included.
  public var steps: [JournalStep] = []
  /// The serial of the last step that is done.
  public var present = 0
  /// The serial before the first of ``steps``.
  public var base = 0
  /// The highest serial that was ever given.
  public var last = 0
  /// The schemas by which the steps were written, in their order; none in a journal that keeps no schema.
  public var schemas: [JournalSchema] = []
  /// The unreadable part of the journal, if there is one. The rest is intact, and nothing more may be written.
  public var damage: UntrustedText?

  /// The content of an empty journal.
  public init() {}
}

/// The steps that other connections wrote since a journal was last read.
public struct JournalNews: Sendable {
  /// The serial after which ``steps`` follow: what stood behind it was dropped. `nil` when there are none.
  public var base: Int?
  /// The steps that others wrote, in their order.
  public var steps: [JournalStep] = []
  /// The serial of the last step that is done now.
  public var present: Int
  /// A Boolean value that indicates whether the steps are not enough, so that the whole journal must be loaded again: steps
  /// are missing, or they were written by a new schema.
  public var isGap = false

  /// No steps, where the last one that is done has the serial `present`.
  public init(present: Int) { self.present = present }
}

/// The changes that a store writes as one transaction of the journal.
public struct JournalBatch: Sendable {
  /// The steps behind this serial are dropped first; `nil` drops none.
  public var dropsAfter: Int?
  /// The steps that are written, in their order.
  public var steps: [JournalStep] = []
  /// The store's position afterwards, if it is not after the last step.
  public var present: Int
  /// A Boolean value that indicates whether the store stands at ``present``, and not after the last step.
  public var isMoved = false
  /// The objects of the store before its first step: written once, to an empty journal.
  public var objects: [JournalObject] = []
  /// The schema by which the steps are written, as JSON, where it is another one than before. All objects of the journal
  /// get their present names.
  public var schema: String?
  /// The serial of the last step that changes objects for the schema; 0 without one.
  public var barrier = 0

  /// A batch without steps, of a store that stands at the serial `present`.
  public init(present: Int) { self.present = present }
}

/// Keeps a store's steps outside of the process: one ordered list of steps, and the objects at one of them.
///
/// A store writes in this order: ``begin()``, which keeps others from writing and tells what they wrote, then its own
/// transactions, then ``commit(_:)``, after which the steps survive whatever happens to the process. A journal
/// is used by one store.
public protocol Journal: AnyObject {
  /// The name of the journal in messages: the file's name, or the address without a password.
  var name: UntrustedText { get }
  /// The number of this opening of the journal among all; steps carry it. 0 before the first write.
  var sitting: Int { get }

  /// Reads the objects, and the steps of the newest `numbers` numbers.
  ///
  /// - Parameters:
  ///   - numbers: how many numbers of steps are read at most; several steps may share one.
  ///   - translation: returns the present names of what was written by each of the journal's schemas.
  func load(
    numbers: Int, translation: ([JournalSchema]) -> JournalTranslation
  ) throws(JournalError) -> JournalContent
  /// Keeps others from writing until ``commit(_:)`` or ``cancel()``.
  ///
  /// - Returns: what others wrote; `nil` when they wrote nothing.
  func begin() throws(JournalError) -> JournalNews?
  /// Writes a batch whole, or nothing of it, and lets others write again; on return it is durable.
  func commit(_ batch: JournalBatch) throws(JournalError)
  /// Lets others write again; nothing was written.
  func cancel()
  /// Returns the steps that other connections wrote, without locking them out.
  func news() throws(JournalError) -> JournalNews?

  /// Begins to listen for what others write, for a prompt that waits.
  ///
  /// - Returns: a descriptor that is readable when ``takeSignal()`` has something to say; it belongs to the journal.
  ///   `nil` where the system or the journal has none.
  func listen() -> Int32?
  /// Takes what the descriptor signals, without waiting.
  func takeSignal() -> JournalSignal

  /// Writes a whole content to an empty journal, so that it holds the same objects and steps, with the same numbers.
  func fill(with content: JournalContent) throws(JournalError)

  /// Returns the size of the contents.
  func size() throws(JournalError) -> JournalSize
  /// Drops the steps before the newest `numbers` numbers, and gives the room back.
  ///
  /// - Returns: how many bytes it had before, and has now.
  func compact(keeping numbers: Int) throws(JournalError) -> (before: Int, after: Int)
  /// Returns the problems of the journal, each with its place; none if it is intact.
  func problems() throws(JournalError) -> [UntrustedText]
}

/// The events that a journal signals to a prompt that waits.
public enum JournalSignal: Equatable, Sendable {
  /// Nothing that matters.
  case nothing
  /// Others may have written: ``Journal/news()`` tells.
  case news
  /// The connection to the server was lost, and is being made again; the text says why.
  case lost(UntrustedText)
  /// The connection is there again.
  case restored
}

/// The size of a journal's contents.
public struct JournalSize: Equatable, Sendable {
  /// The steps by their numbers, undone ones included.
  public var stepCount: Int
  /// The bytes that it takes, without what its log of writes holds.
  public var byteCount: Int

  /// The size of so many steps and bytes.
  public init(stepCount: Int, byteCount: Int) {
    self.stepCount = stepCount
    self.byteCount = byteCount
  }
}

/// A reason why a journal cannot be opened, read or written.
public enum JournalError: Error, Equatable, Sendable {
  /// Another program keeps it from being written.
  case busy
  /// The disk is full.
  case full
  /// It cannot be written, or its folder cannot.
  case readOnly
  /// Its folder does not exist.
  case missing
  /// There is no such journal, and none was to be made.
  case noJournal
  /// It is not empty, and so cannot be filled with another one's content.
  case notEmpty
  /// The program has no engine for addresses of the scheme.
  case noEngine(scheme: UntrustedText)
  /// There is no connection to the journal's server; the text says why.
  case disconnected(UntrustedText)
  /// It may not be opened.
  case notPermitted
  /// The file or its log was removed, or another one has its name now.
  case replaced
  /// Its tables, or the store in them, were removed.
  case removed
  /// It is a folder.
  case folder
  /// Not a journal of this library.
  case foreign
  /// It was written by a later version.
  case newer(format: Int, known: Int)
  /// It holds another program's objects.
  case otherOwner(UntrustedText)
  /// It is damaged; the text says what is wrong, and where.
  case damaged(at: UntrustedText)
  /// Others have written meanwhile what this store's unwritten steps would contradict.
  case conflict
  /// The journal's schema is not the program's, so that nothing is written until that is resolved; the text says how.
  case otherSchema(UntrustedText)
  /// Something else went wrong; the text says what.
  case failed(UntrustedText)
}

extension JournalError: CustomStringConvertible {
  /// A sentence without a full stop, to follow the journal's name and a colon; on one line, and escaped.
  public var description: String {
    switch self {
    case .busy: "another program is writing to it; try again later"
    case .full: "the disk is full"
    case .readOnly: "it or its folder cannot be written: change the permissions"
    case .missing: "there is no such folder: create it first"
    case .noJournal: "there is no such store"
    case .notEmpty: "it is not empty: choose a new store"
    case .noEngine(let scheme): "this program has no engine for “\(scheme)://”: use a program that has one"
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
    case .damaged(let place): "it is damaged: \(place); “sqlite3 FILE .recover” reads what is left"
    case .conflict:
      "another program changed it, and the steps in memory no longer fit: save the session, and start again"
    case .otherSchema(let message): "nothing is written to it: \(message)"
    case .failed(let message): "\(message)"
    }
  }
}
