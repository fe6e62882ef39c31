// Measures the framework side by side with what a user would pick instead, in one run.
import Foundation

guard let options = Options(CommandLine.arguments.dropFirst()) else {
  FileHandle.standardError.write(Data((Options.usage + "\n").utf8))
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
    Data("a view shows something else than its model: \(report.wrong.joined(separator: ", "))\n".utf8))
  exit(1)
}
