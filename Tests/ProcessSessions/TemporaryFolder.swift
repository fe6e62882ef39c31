@unsafe @preconcurrency import Glibc

/// A folder below `/tmp` that goes with its owner.
final class TemporaryFolder {
  /// Where commands run; absolute, without links.
  let work: String
  /// Where programs keep what outlives them.
  let state: String
  private let path: String

  init() throws(ProcessFailure) {
    var template = Array("/tmp/process-session-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw ProcessFailure(action: "make a temporary folder", number: errno)
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    (work, state) = (path + "/work", path + "/state")
    guard unsafe mkdir(work, 0o700) == 0, unsafe mkdir(state, 0o700) == 0 else {
      throw ProcessFailure(action: "make a temporary folder", number: errno)
    }
  }

  deinit {
    // A folder that nobody may read is nevertheless to go.
    let script = Array("chmod -R u+rwx .; rm -rf -- work state; cd / && rmdir -- \"$OLDPWD\"".utf8)
    var output: [UInt8] = []
    _ = try? ChildProcess(script, in: path, ["PATH=/usr/bin:/bin"]).run(
      into: &output, byteCountMax: 1 << 20, isInterrupted: { false })
  }
}
