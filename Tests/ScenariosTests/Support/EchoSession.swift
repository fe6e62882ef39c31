import CommandLanguage
import Synchronization

@testable import Scenarios

/// A session with just enough commands to drive the runner.
///
/// `echo A|B` prints lines · `set NAME VALUE`, `get NAME`, `all` keep and show state · `fail TEXT` fails ·
/// `roll` draws from the seed · `tick` counts over all sessions · `spin` runs until it is interrupted ·
/// `limit` reaches a limit · `expect` fails as a check · `flood BYTES LINE` repeats a line until it has printed that many bytes · `read FILE` · `raw HEX` prints bytes · `seed`, `folder`, `restricted` show the request ·
/// `hash`, `quit`. A command with an open `{` is open.
final class EchoSession: Session {
  var isInterrupted: () -> Bool = { false }
  private(set) var wasInterrupted = false
  private(set) var reachedLimit = false
  private(set) var failedCheck = false
  private(set) var words: [String] = []
  private var state: [(name: String, value: String)] = []
  private var random: UInt64
  private let request: SessionRequest

  init(_ request: SessionRequest) {
    self.request = request
    random = request.seed ?? 1
  }

  static let ticks = Atomic<Int>(0)

  func run(_ line: PreparedLine, into output: inout [UInt8]) -> Outcome {
    reachedLimit = false
    failedCheck = false
    wasInterrupted = false
    let text = String(decoding: line.text, as: UTF8.self)
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count > 1 ? String(parts[1]) : ""
    let word = parts.first.map(String.init) ?? ""
    words.append(word)
    func say(_ line: String) { output += Array((line + "\n").utf8) }
    switch word {
    case "echo":
      for line in rest.split(separator: "|", omittingEmptySubsequences: false) where !rest.isEmpty {
        say(String(line))
      }
    case "set":
      let pair = rest.split(separator: " ", maxSplits: 1).map(String.init)
      guard pair.count == 2 else { return fail("set needs a name and a value", &output) }
      if let index = state.firstIndex(where: { $0.name == pair[0] }) {
        state[index].value = pair[1]
      } else {
        state.append((pair[0], pair[1]))
      }
    case "get":
      guard let found = state.first(where: { $0.name == rest }) else {
        return fail("there is no “\(rest)”", &output)
      }
      say(found.value)
    case "all": for entry in state { say("\(entry.name) = \(entry.value)") }
    case "roll":
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      say("\(random >> 60)")
    case "tick": say("\(EchoSession.ticks.wrappingAdd(1, ordering: .relaxed).newValue)")
    case "spin":
      say("spinning")
      while !isInterrupted() {}
      wasInterrupted = true
      return fail("interrupted", &output)
    case "limit":
      reachedLimit = true
      return fail("too many steps", &output)
    case "raw": output += hexBytes(rest)
    case "seed": say(request.seed.map(String.init) ?? "none")
    case "folder": say(request.folder.text)
    case "read":
      do {
        output += try request.openFolder().read(FilePath(rest), byteCountMax: 1 << 20)
      } catch {
        return fail("\(error)", &output)
      }
    case "expect":
      failedCheck = true
      return fail("the expectation does not hold", &output)
    case "flood":
      let size = rest.split(separator: " ", maxSplits: 1).map(String.init)
      guard size.count == 2, let byteCount = Int(size[0]) else {
        return fail("flood needs a number of bytes and a line", &output)
      }
      let line = Array("\(size[1])\n".utf8)
      while output.count < byteCount { output += line }
    case "restricted": say(request.isRestricted ? "yes" : "no")
    case "hash": say(hash)
    case "fail": return fail(rest, &output)
    case "quit": return .quit
    case "", "{": break
    default: return fail("there is no command “\(word)”", &output)
    }
    return .done
  }

  private func fail(_ message: String, _ output: inout [UInt8]) -> Outcome {
    output += Array("error: \(message)\n".utf8)
    return .failed
  }

  private var hash: String {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325
    for entry in state {
      for byte in "\(entry.name)=\(entry.value);".utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return String(value, radix: 16)
  }

  func completeness(of text: Span<UInt8>) -> Completeness {
    text.withUnsafeBufferPointer { bytes in
      bytes.count { $0 == UInt8(ascii: "{") } > bytes.count { $0 == UInt8(ascii: "}") } ? .open : .complete
    }
  }

  func completions(of text: Span<UInt8>, at cursor: Int) -> Completions {
    Completions(replaced: cursor..<cursor, candidates: [])
  }
}

func hexBytes(_ text: String) -> [UInt8] {
  var bytes: [UInt8] = []
  var rest = Substring(text)
  while rest.count >= 2 {
    bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
    rest = rest.dropFirst(2)
  }
  return bytes
}

extension ReplayHost {
  /// The host of ``EchoSession``.
  static var echo: ReplayHost {
    var host = ReplayHost { EchoSession($0) }
    host.reachedLimit = { ($0 as? EchoSession)?.reachedLimit ?? false }
    host.failedCheck = { ($0 as? EchoSession)?.failedCheck ?? false }
    return host
  }
}
