// Measures the framework and its alternatives in the same run.
import Foundation
import ProgramOptions

let options: Options
switch Options.interface.read(CommandLine.arguments.dropFirst().map { Array($0.utf8) }, Options()) {
case .run(let wanted): options = wanted
case .show(let text):
  FileHandle.standardOutput.write(Data(text.utf8))
  exit(0)
case .misuse(let text):
  FileHandle.standardError.write(Data(text.utf8))
  exit(2)
}

let report = try Benchmark(options).run()
if options.isJSON {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
  print(String(decoding: try encoder.encode(report), as: UTF8.self))
} else {
  print(ReportTable(report: report).text)
}
if !report.wrong.isEmpty {
  FileHandle.standardError.write(
    Data("a view does not show the state of its model: \(report.wrong.joined(separator: ", "))\n".utf8))
  exit(1)
}
