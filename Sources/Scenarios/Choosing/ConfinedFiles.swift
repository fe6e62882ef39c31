/// Files of which only those below one folder can be reached, whatever a path says: through `..`, from
/// the root, or over links. For hosts whose commands name files in a restricted replay.
public struct ConfinedFiles: ScenarioFiles {
  private let base: any ScenarioFiles
  /// Resolved; relative paths are taken from here.
  public let folder: String

  /// - Parameter folder: a resolved path, as in ``SessionRequest/folder``.
  public init(_ base: any ScenarioFiles, folder: String) {
    self.base = base
    self.folder = folder
  }

  public func list(_ folder: String) throws(FileFailure) -> [FolderEntry] {
    try base.list(try inside(folder))
  }

  public func read(_ path: String, byteCountMax: Int) throws(FileFailure) -> [UInt8] {
    try base.read(try inside(path), byteCountMax: byteCountMax)
  }

  public func stamp(_ path: String) throws(FileFailure) -> FileStamp { try base.stamp(try inside(path)) }

  public func resolve(_ path: String) throws(FileFailure) -> String { try inside(path) }

  public func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure) {
    do {
      return try base.replace(try inside(path), with: bytes)
    } catch {
      guard error.reason == .missing else { throw error }
    }
    // A new file: its folder must exist and be inside, and its name be a name. If a link with that name
    // leads nowhere yet, writing must not follow it.
    let name = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last
    guard let name = name.flatMap({ String($0) }), !name.isEmpty, name != ".", name != ".." else {
      throw FileFailure(path, .isFolder)
    }
    let parent = try inside(ScenarioPath.folder(of: path))
    if try base.list(parent).contains(where: { $0.name == name }) {
      throw FileFailure(path, .outside(folder: folder))
    }
    try base.replace(ScenarioPath.joined(parent, name), with: bytes)
  }

  /// The resolved path, if it is inside. What is outside is refused before the disk is asked about it
  /// where the text alone shows it, so that a path cannot be used to find out what exists.
  private func inside(_ path: String) throws(FileFailure) -> String {
    let whole = ScenarioPath.joined(folder, path)
    guard ScenarioPath.isInside(ScenarioPath.normalized(whole), folder: folder) else {
      throw FileFailure(path, .outside(folder: folder))
    }
    let resolved: String
    do {
      resolved = try base.resolve(whole)
    } catch {
      throw FileFailure(path, error.reason)
    }
    guard ScenarioPath.isInside(resolved, folder: folder) else {
      throw FileFailure(path, .outside(folder: folder))
    }
    return resolved
  }
}
