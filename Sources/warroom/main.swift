import CommandLanguage
import Glibc
import WarGame

let session = try GameSession(seed: 1)
var script = ScriptRunner(session, name: "-", keepsGoing: true)
var output: [UInt8] = []
while let line = readLine(strippingNewline: false) {
  _ = script.feed(Array(line.utf8).span, into: &output)
}
_ = script.finish(into: &output)
output.withUnsafeBufferPointer { _ = write(1, $0.baseAddress, $0.count) }
