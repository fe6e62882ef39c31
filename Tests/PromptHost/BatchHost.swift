import CommandLanguage
import Prompting

/// Says past the prompt how many lines are made durable together: what the prompt shows of them stands below.
final class BatchHost: PromptHost {
  private var isBatch = false
  private var count = 0

  func beginBatch() { isBatch = true }

  func willRun(_ line: PreparedLine, isTyped: Bool) { if isBatch { count += 1 } }

  var holdsOutput: Bool { count > 0 }

  func endBatch(_ output: inout [UInt8]) {
    if count > 0 { print("\(count) lines are durable") }
    (isBatch, count) = (false, 0)
  }
}
