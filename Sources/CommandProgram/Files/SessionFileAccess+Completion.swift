import CommandLanguage
import Posix
import Scenarios

extension SessionFileAccess {
  func paths(beginningWith prefix: String) -> [String] {
    let path = FilePath(prefix)
    let folder = path.bytes.contains(UInt8(ascii: "/")) ? path.folder : "."
    let isHiddenWanted = path.name.bytes.first == UInt8(ascii: ".")
    guard let files = try? files() else { return [] }
    let entries = (try? files.list(resolved(folder.text))) ?? []
    var paths: [FilePath] = []
    for entry in entries where isHiddenWanted || entry.name.bytes.first != UInt8(ascii: ".") {
      // A name that is not UTF-8 cannot be typed.
      guard String(validating: entry.name.bytes, as: UTF8.self) != nil,
        entry.name.bytes.starts(with: path.name.bytes)
      else { continue }
      let path = FilePath(bytes: path.bytes.dropLast(path.name.bytes.count) + entry.name.bytes)
      let isFolder =
        switch entry.kind {
        case .folder: true
        case .link: (try? files.stamp(resolved(path.text)))?.isFolder ?? false
        case .file, .other: false
        }
      paths.append(isFolder ? FilePath(bytes: path.bytes + [UInt8(ascii: "/")]) : path)
    }
    return paths.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.text)
  }

  func programs(beginningWith prefix: String) -> [String] {
    if isConfined { return [] }
    if prefix.utf8.contains(UInt8(ascii: "/")) { return paths(beginningWith: prefix) }
    guard let files = try? files() else { return [] }
    var names: Set<String> = []
    for folder in ProcessState.programFolders {
      for entry in (try? files.list(FilePath(String(folder)))) ?? [] {
        switch entry.kind {
        case .folder, .other: continue
        case .file, .link: break
        }
        // A name that is not UTF-8 cannot be typed.
        guard let name = String(validating: entry.name.bytes, as: UTF8.self),
          name.utf8.starts(with: prefix.utf8)
        else { continue }
        names.insert(name)
      }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
