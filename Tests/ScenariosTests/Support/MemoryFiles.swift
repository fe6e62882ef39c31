import Synchronization
import TerminalText

@testable import Scenarios

/// A file system in memory. Paths are relative to `/project`; `links` maps a path to what it stands for.
final class MemoryFiles: ScenarioFiles {
  private struct State {
    var content: [FilePath: [UInt8]]
    var versions: [FilePath: Int64] = [:]
    /// Called once, before the next write.
    var intruder: (path: FilePath, text: String)?
  }

  private let state: Mutex<State>
  private let links: [FilePath: FilePath]
  private let readOnly: Bool
  private let unreadable: Set<FilePath>

  init(
    _ files: [String: String], links: [String: String] = [:], isReadOnly: Bool = false,
    unreadable: [String] = []
  ) {
    state = Mutex(
      State(content: files.reduce(into: [:]) { $0[Self.absolute(FilePath($1.key))] = Array($1.value.utf8) }))
    self.links = links.reduce(into: [:]) {
      $0[Self.absolute(FilePath($1.key))] = Self.absolute(FilePath($1.value))
    }
    readOnly = isReadOnly
    self.unreadable = Set(unreadable.map { Self.absolute(FilePath($0)) })
  }

  /// Lets another program write a file just before the next write here.
  func intrude(_ text: String, at path: FilePath) { state.withLock { $0.intruder = (path, text) } }

  static func absolute(_ path: FilePath) -> FilePath {
    var parts: [[UInt8]] = []
    for part in FilePath("/project").joined(path).bytes.split(separator: UInt8(ascii: "/")) {
      if part.elementsEqual("..".utf8) {
        _ = parts.popLast()
      } else if !part.elementsEqual(".".utf8) {
        parts.append(Array(part))
      }
    }
    return FilePath(bytes: Array("/".utf8) + Array(parts.joined(separator: "/".utf8)))
  }

  /// Links are resolved anywhere in a path.
  private func target(_ path: FilePath) -> FilePath {
    var path = Self.absolute(path)
    for _ in 0..<8 {
      guard let link = links.keys.sorted().first(where: { path.relative(to: $0) != nil }),
        let goal = links[link],
        let rest = path.relative(to: link)
      else { return path }
      path = Self.absolute(rest == "." ? goal : goal.joined(rest))
    }
    return path
  }

  private func isFolder(_ path: FilePath) -> Bool {
    path == "/project" || path == "/"
      || state.withLock { $0.content.keys.contains { $0 != path && $0.relative(to: path) != nil } }
  }

  func text(_ path: String) -> String? {
    state.withLock { $0.content[target(FilePath(path))] }.map { String(decoding: $0, as: UTF8.self) }
  }

  func replace(_ path: FilePath, with bytes: [UInt8]) throws(FileFailure) {
    try write(bytes, to: path, if: .always)
  }

  func put(_ text: String, at path: FilePath) {
    state.withLock {
      $0.content[target(path)] = Array(text.utf8)
      $0.versions[target(path), default: 0] += 1
    }
  }

  func list(_ folder: FilePath) throws(FileFailure) -> [FolderEntry] {
    let base = target(folder)
    guard isFolder(base) else { throw FileFailure(folder, .missing) }
    if unreadable.contains(base) { throw FileFailure(folder, .notPermitted) }
    var entries: [FolderEntry] = []
    for path in state.withLock({ Array($0.content.keys) }) + links.keys {
      guard let rest = path.relative(to: base), rest != "." else { continue }
      let parts = rest.bytes.split(separator: UInt8(ascii: "/"))
      let name = FilePath(bytes: parts[0])
      if entries.contains(where: { $0.name == name }) { continue }
      let isLink = links[base.joined(name)] != nil
      entries.append(FolderEntry(name: name, kind: isLink ? .link : parts.count > 1 ? .folder : .file))
    }
    return entries
  }

  func read(_ path: FilePath, byteCountMax: Int) throws(FileFailure) -> [UInt8] {
    guard let bytes = state.withLock({ $0.content[target(path)] }) else {
      throw FileFailure(path, isFolder(target(path)) ? .isFolder : .missing)
    }
    if bytes.count > byteCountMax { throw FileFailure(path, .tooLarge(byteCountMax: byteCountMax)) }
    return bytes
  }

  func write(_ bytes: [UInt8], to path: FilePath, if condition: WriteCondition) throws(FileFailure) {
    try checkIsWritable(path)
    let target = target(path)
    if isFolder(target) { throw FileFailure(path, .isFolder) }
    let failure = state.withLock { state -> FileFailure.Reason? in
      if let intruder = state.intruder {
        state.content[Self.absolute(intruder.path)] = Array(intruder.text.utf8)
        state.intruder = nil
      }
      switch condition {
      case .free: if !(state.content[target] ?? []).isEmpty { return .exists }
      case .holds(let old): if state.content[target] != old { return .changed }
      case .always: break
      }
      state.content[target] = bytes
      state.versions[target, default: 0] += 1
      return nil
    }
    if let failure { throw FileFailure(path, failure) }
  }

  func checkIsWritable(_ path: FilePath) throws(FileFailure) {
    if readOnly { throw FileFailure(path, .notPermitted) }
    if !isFolder(target(path.folder)) { throw FileFailure(path, .other("there is no such folder")) }
  }

  func resolve(_ path: FilePath) throws(FileFailure) -> FilePath {
    let target = target(path)
    guard state.withLock({ $0.content[target] }) != nil || isFolder(target) else {
      throw FileFailure(path, .missing)
    }
    return target
  }

  func stamp(_ path: FilePath) throws(FileFailure) -> FileStamp {
    let target = target(path)
    let number = UInt64(bitPattern: Int64(target.hashValue))
    if let bytes = state.withLock({ $0.content[target] }) {
      let version = state.withLock { $0.versions[target] ?? 0 }
      return FileStamp(
        kind: .file, byteCount: Int64(bytes.count), modified: version,
        identity: .init(device: 1, number: number))
    }
    guard isFolder(target) else { throw FileFailure(path, .missing) }
    return FileStamp(kind: .folder, byteCount: 0, modified: 0, identity: .init(device: 1, number: number))
  }

  func below(_ folder: FilePath) throws(FileFailure) -> any ScenarioFiles {
    guard isFolder(target(folder)) else { throw FileFailure(folder, .missing) }
    return MemoryFolder(files: self, folder: target(folder))
  }

  fileprivate func isInside(_ path: FilePath, _ folder: FilePath) -> Bool {
    Self.absolute(path).relative(to: folder) != nil && target(path).relative(to: folder) != nil
  }
}

/// A folder of the files in memory, out of which no path leads.
private struct MemoryFolder: ScenarioFiles {
  let files: MemoryFiles
  let folder: FilePath

  private func inside(_ path: FilePath) throws(FileFailure) -> FilePath {
    let whole = folder.joined(path)
    guard files.isInside(whole, folder) else { throw FileFailure(path, .outside(folder: folder)) }
    return whole
  }

  private func named<R>(_ path: FilePath, _ body: () throws(FileFailure) -> R) throws(FileFailure) -> R {
    do { return try body() } catch { throw FileFailure(path, error.reason) }
  }

  func list(_ path: FilePath) throws(FileFailure) -> [FolderEntry] { try files.list(try inside(path)) }

  func read(_ path: FilePath, byteCountMax: Int) throws(FileFailure) -> [UInt8] {
    try named(path) { () throws(FileFailure) in try files.read(try inside(path), byteCountMax: byteCountMax) }
  }

  func write(_ bytes: [UInt8], to path: FilePath, if condition: WriteCondition) throws(FileFailure) {
    try named(path) { () throws(FileFailure) in try files.write(bytes, to: try inside(path), if: condition) }
  }

  func checkIsWritable(_ path: FilePath) throws(FileFailure) { try files.checkIsWritable(try inside(path)) }
  func stamp(_ path: FilePath) throws(FileFailure) -> FileStamp {
    try named(path) { () throws(FileFailure) in try files.stamp(try inside(path)) }
  }
  func below(_ path: FilePath) throws(FileFailure) -> any ScenarioFiles { try files.below(try inside(path)) }
  func resolve(_ path: FilePath) throws(FileFailure) -> FilePath { try files.resolve(try inside(path)) }
}
