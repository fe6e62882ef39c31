import Synchronization

@testable import Scenarios

/// A file system in memory. Paths are relative to `/project`; `links` maps a path to what it stands for.
final class MemoryFiles: ScenarioFiles {
  private let content: Mutex<[String: [UInt8]]>
  private let versions = Mutex<[String: Int64]>([:])
  private let links: [String: String]
  private let readOnly: Bool

  init(_ files: [String: String], links: [String: String] = [:], isReadOnly: Bool = false) {
    content = Mutex(files.reduce(into: [:]) { $0[MemoryFiles.absolute($1.key)] = Array($1.value.utf8) })
    self.links = links.reduce(into: [:]) { $0[MemoryFiles.absolute($1.key)] = MemoryFiles.absolute($1.value) }
    readOnly = isReadOnly
  }

  static func absolute(_ path: String) -> String {
    ScenarioPath.normalized(path.utf8.first == UInt8(ascii: "/") ? path : "/project/" + path)
  }

  /// Links are resolved anywhere in a path.
  private func target(_ path: String) -> String {
    var path = MemoryFiles.absolute(path)
    for _ in 0..<8 {
      guard let link = links.keys.sorted().first(where: { ScenarioPath.isInside(path, folder: $0) }),
        let goal = links[link]
      else { return path }
      path = MemoryFiles.absolute(goal + path.dropFirst(link.count))
    }
    return path
  }

  private func isFolder(_ path: String) -> Bool {
    path == "/project"
      || content.withLock { $0.keys.contains { $0 != path && ScenarioPath.isInside($0, folder: path) } }
  }

  func text(_ path: String) -> String? {
    content.withLock { $0[target(path)] }.map { String(decoding: $0, as: UTF8.self) }
  }

  func list(_ folder: String) throws(FileFailure) -> [FolderEntry] {
    let base = target(folder)
    guard isFolder(base) else { throw FileFailure(folder, .missing) }
    var entries: [FolderEntry] = []
    let paths = content.withLock { Array($0.keys) } + links.keys
    for path in paths where ScenarioPath.isInside(path, folder: base) {
      let parts = ScenarioPath.components(path).dropFirst(ScenarioPath.components(base).count)
      guard let name = parts.first else { continue }
      if entries.contains(where: { $0.name == name }) { continue }
      let isLink = links[base + "/" + name] != nil
      entries.append(FolderEntry(name: name, kind: isLink ? .link : parts.count > 1 ? .folder : .file))
    }
    return entries
  }

  func read(_ path: String, byteCountMax: Int) throws(FileFailure) -> [UInt8] {
    guard let bytes = content.withLock({ $0[target(path)] }) else {
      throw FileFailure(path, isFolder(target(path)) ? .isFolder : .missing)
    }
    if bytes.count > byteCountMax { throw FileFailure(path, .tooLarge(byteCountMax: byteCountMax)) }
    return bytes
  }

  func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure) {
    if readOnly { throw FileFailure(path, .notPermitted) }
    let target = target(path)
    if isFolder(target) { throw FileFailure(path, .isFolder) }
    content.withLock { $0[target] = bytes }
    versions.withLock { $0[target, default: 0] += 1 }
  }

  func resolve(_ path: String) throws(FileFailure) -> String {
    let target = target(path)
    guard content.withLock({ $0[target] }) != nil || isFolder(target) else {
      throw FileFailure(path, .missing)
    }
    return target
  }

  func stamp(_ path: String) throws(FileFailure) -> FileStamp {
    let target = target(path)
    if let bytes = content.withLock({ $0[target] }) {
      let version = versions.withLock { $0[target] ?? 0 }
      return FileStamp(isFolder: false, byteCount: Int64(bytes.count), modified: version)
    }
    guard isFolder(target) else { throw FileFailure(path, .missing) }
    return FileStamp(isFolder: true, byteCount: 0, modified: 0)
  }
}
