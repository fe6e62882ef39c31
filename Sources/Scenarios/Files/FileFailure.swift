public import CommandLanguage
public import TerminalText

/// A failure to read or write a file.
public struct FileFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The path of the file, as it was given.
  public var path: FilePath
  /// The reason for the failure.
  public var reason: Reason

  /// A reason why a file cannot be read or written.
  public enum Reason: Sendable, Equatable {
    /// The file does not exist.
    case missing
    /// The system denies access.
    case notPermitted
    /// The path is a folder, but a file is required.
    case isFolder
    /// The path leads to something other than a regular file, such as a pipe.
    case notAFile
    /// The file already exists.
    case exists
    /// Another program has changed the file since it was read.
    case changed
    /// The file is larger than the limit.
    case tooLarge(byteCountMax: Int)
    /// The file has more lines than the limit.
    case tooManyLines(lineCountMax: Int)
    /// The path leads out of the folder to which access is confined.
    case outside(folder: FilePath)
    /// Another failure, in the system's words.
    case other(UntrustedText)
  }

  /// Creates a failure at a path.
  public init(_ path: FilePath, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// The message of the failure, on one line.
  public var description: String { message() }

  /// Returns the message of the failure, on one line.
  ///
  /// - Parameter what: the noun for a missing path, such as “file or folder”.
  public func message(ofMissing what: String = "file") -> String {
    let path = "“\(path)”"
    return switch reason {
    case .missing: "there is no \(what) \(path)"
    case .notPermitted: "no permission for \(path)"
    case .isFolder: "\(path) is a folder"
    case .notAFile: "\(path) is not a regular file"
    case .exists: "\(path) already exists"
    case .changed: "\(path) was changed meanwhile, so it was not written"
    case .tooLarge(let byteCountMax): "\(path) is larger than \(byteCountMax) bytes"
    case .tooManyLines(let lineCountMax): "\(path) has more than \(lineCountMax) lines"
    case .outside(let folder): "\(path) is not below “\(folder)”"
    case .other(let words): "\(path): \(words)"
    }
  }
}

extension FileFailure: Explainable {
  /// The message, for the user who typed the command.
  public var explanation: Explanation { Explanation(description) }
}

extension ScenarioFiles {
  /// Returns the message of a failure. For a missing file, the message suggests a file with a similar name, or says
  /// that the path is a link.
  ///
  /// - Parameters:
  ///   - failure: the failure.
  ///   - what: the noun for a missing path, such as “file or folder”.
  public func message(of failure: FileFailure, ofMissing what: String = "file") -> String {
    let message = failure.message(ofMissing: what)
    guard failure.reason == .missing else { return message }
    if isLink(failure.path) { return "“\(failure.path)” is a link that leads nowhere" }
    return nearest(to: failure.path).map { "\(message), did you mean “\($0)”?" } ?? message
  }

  private func isLink(_ path: FilePath) -> Bool {
    ((try? list(path.folder)) ?? []).contains { $0.name == path.name && $0.kind == .link }
  }

  /// Returns an existing path whose names equal those of `path`, or are similar to them; `nil` if there is none.
  private func nearest(to path: FilePath) -> FilePath? {
    var found: FilePath = path.isAbsolute ? "/" : "."
    for part in path.bytes.split(separator: UInt8(ascii: "/")) {
      let name = FilePath(bytes: part)
      if (try? stamp(found.joined(name))) == nil {
        guard let near = nearest(to: name, in: found) else { return nil }
        found = found.joined(near)
      } else {
        found = found.joined(name)
      }
    }
    return found
  }

  private func nearest(to name: FilePath, in folder: FilePath) -> FilePath? {
    // A name that is not UTF-8 cannot be typed.
    let names = ((try? list(folder)) ?? []).compactMap { String(validating: $0.name.bytes, as: UTF8.self) }
    // A scenario may be named without its ending.
    let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return
      (sorted.first { $0 == name.text + FilePath.scenarioEnding }
      ?? NearNames.nearest(to: name.text, among: sorted))
      .map { FilePath($0) }
  }
}
