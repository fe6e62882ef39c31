/// The memory that a session keeps from one command to the next: one account of variables and definitions, objects,
/// syntax that these keep, rows of watches, and the history.
///
/// Whoever keeps something charges it here, and releases it again. The bytes are estimated from counts and lengths, so
/// the same lines reach the limit on every machine. What several keep, such as a list that ten watches captured, counts
/// once, as long as one of them keeps it.
///
/// What the session is made of may not exceed the limit: the command that would exceed it fails. The history takes what is
/// left, and drops its oldest steps when that is too little.
public final class MemoryAccount {
  /// A part of the session that keeps something.
  public enum Keeper: Sendable {
    /// The session as it stands.
    case present
    /// The history, to undo steps or to do them again.
    case past
  }

  /// The most bytes; the setting `memory`.
  public var limit: Int { limitBytes }
  /// The bytes that the session as it stands keeps.
  public var present: Int { presentBytes }
  /// The bytes that the history alone keeps.
  public var past: Int { pastBytes }
  /// Called where the session and its history together exceed the limit: drops steps of the history.
  public var makeRoom: () -> Void = {}

  // Private storage: access from other modules would be checked for exclusivity.
  var limitBytes: Int
  private var presentBytes = 0
  private var pastBytes = 0
  private var parts: [ObjectIdentifier: Part] = [:]

  /// Something that several may keep, with how many of them there are.
  fileprivate struct Part: Equatable {
    let bytes: Int
    var presentCount = 0
    var pastCount = 0
  }

  init(limit: Int) { limitBytes = limit }

  /// The charges at one time, to charge another account with the same.
  public struct Charges: Equatable, Sendable {
    fileprivate var presentBytes = 0
    fileprivate var pastBytes = 0
    fileprivate var parts: [ObjectIdentifier: Part] = [:]
  }

  /// All charges.
  public var charges: Charges {
    get { Charges(presentBytes: presentBytes, pastBytes: pastBytes, parts: parts) }
    set { (presentBytes, pastBytes, parts) = (newValue.presentBytes, newValue.pastBytes, newValue.parts) }
  }

  /// A Boolean value that indicates whether the session and its history together exceed the limit.
  public var isExceeded: Bool { presentBytes + pastBytes > limitBytes }

  /// Charges what somebody keeps from now on.
  public func charge(_ use: MemoryUse, to keeper: Keeper) { change(use, of: keeper, by: 1) }

  /// Releases what somebody kept.
  public func release(_ use: MemoryUse, from keeper: Keeper) { change(use, of: keeper, by: -1) }

  private func change(_ use: MemoryUse, of keeper: Keeper, by sign: Int) {
    add(sign * use.bytes, to: keeper)
    for shared in use.shared {
      var part = parts[shared.identity] ?? Part(bytes: shared.bytes)
      if let payer = payer(of: part) { add(-part.bytes, to: payer) }
      switch keeper {
      case .present: part.presentCount += sign
      case .past: part.pastCount += sign
      }
      let payer = payer(of: part)
      if let payer { add(part.bytes, to: payer) }
      parts[shared.identity] = payer == nil ? nil : part
    }
  }

  /// The one to whom a part is charged: the history pays only for what nothing else keeps.
  private func payer(of part: Part) -> Keeper? {
    part.presentCount > 0 ? .present : part.pastCount > 0 ? .past : nil
  }

  private func add(_ bytes: Int, to keeper: Keeper) {
    switch keeper {
    case .present: presentBytes += bytes
    case .past: pastBytes += bytes
    }
  }

  /// Charges or releases what the session as it stands keeps.
  func addToPresent(_ bytes: Int) { presentBytes += bytes }

  /// The error of a session that exceeds the limit; `nil` when it does not, or took no more than before.
  ///
  /// A session may exceed it from the beginning, as a store may hold more: then it may shrink and change, and not grow.
  public func excess(over former: Int) -> (any Error)? {
    presentBytes > limitBytes && presentBytes > former ? excess : nil
  }

  /// The error of a session that takes more than there is.
  public var excess: any Error { LanguageError.reached(.memory(limit)) }
}

/// An amount of memory that somebody keeps.
public struct MemoryUse: Sendable {
  /// The bytes that nobody else keeps, about.
  public var bytes: Int
  /// The values and texts that others may keep, too.
  private(set) var shared: [Shared] = []

  /// A part of the memory that several may keep.
  struct Shared: Sendable {
    let identity: ObjectIdentifier
    let bytes: Int
  }

  /// A Boolean value that indicates whether others may keep a part of it, too.
  public var isShared: Bool { !shared.isEmpty }

  /// Something that takes so many bytes.
  public init(bytes: Int = 0) { self.bytes = bytes }

  /// Adds what else is kept.
  public static func += (use: inout MemoryUse, other: MemoryUse) {
    use.bytes += other.bytes
    if !other.shared.isEmpty { use.shared += other.shared }
  }

  /// Adds what several may keep.
  mutating func append(_ object: AnyObject, bytes: Int) {
    shared.append(Shared(identity: ObjectIdentifier(object), bytes: bytes))
  }
}

/// A value that syntax captured when it was kept: stored once, for all that keep it.
final class CapturedValue: Sendable {
  let value: Value
  /// The bytes that it takes, about.
  let byteCount: Int

  init(_ value: Value) {
    self.value = value
    byteCount = value.byteCount + 64
  }
}

extension CapturedSyntax {
  /// The memory of the text that it stands in, with its syntax, and of the values that it captured.
  var memory: MemoryUse {
    var use = MemoryUse(bytes: 64)
    use.append(program, bytes: program.byteCount)
    for captured in captured { use.append(captured.box, bytes: captured.box.byteCount) }
    return use
  }
}

extension Expression {
  /// The memory that it takes.
  public var memory: MemoryUse { kept.memory }
}

extension Selection {
  /// The memory that it takes.
  public var memory: MemoryUse { kept.memory }
}

extension Block {
  /// The memory that it takes.
  public var memory: MemoryUse { kept.memory }
}

extension Program {
  /// The bytes that it takes, about.
  var byteCount: Int {
    var bytes = 256 + source.count + nodes.count * MemoryLayout<Node>.stride
    for text in texts { bytes += 16 + text.utf8.count }
    return bytes + 24 * (fallbacks.count + captures.count) + 4 * roots.count
  }
}
