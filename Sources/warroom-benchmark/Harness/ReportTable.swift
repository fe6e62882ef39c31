import Foundation

/// A report as text for people.
struct ReportTable {
  let report: Report

  var text: String {
    var lines = ["\(report.machine.processor), \(report.machine.cores) cores, \(report.machine.system)"]
    for work in report.works { lines += rows(of: work) }
    for memory in report.memory { lines += rows(of: memory) }
    if !report.notes.isEmpty { lines += [""] + report.notes.map { "note: \($0)" } }
    return lines.joined(separator: "\n")
  }

  private func rows(of work: WorkResult) -> [String] {
    let head = "\n\(work.id)  \(work.title), N = \(Self.grouped(work.size)) (a \(work.operation))"
    let columns = Self.row("", "median", "lowest", "highest", "1st by it")
    return [head, columns]
      + work.contenders.map { contender in
        Self.row(
          contender.name + (contender.isFloor ? " (floor)" : ""), Self.time(contender.time.median),
          Self.time(contender.time.low), Self.time(contender.time.high), Self.ratio(contender.ratio.median),
          contender.peakBytes.map { String(format: "%.1f MB", Double($0) / 1e6) } ?? "")
      }
  }

  private func rows(of memory: MemoryResult) -> [String] {
    ["\n\(memory.id)  \(memory.title), N = \(Self.grouped(memory.size))"]
      + memory.contenders.map { Self.row($0.name, String(format: "%.0f B", $0.bytesPerObject)) }
  }

  private static func row(_ name: String, _ cells: String...) -> String {
    let padding = String(repeating: " ", count: max(0, 44 - name.count))
    return "  " + name + padding
      + cells.map { String(repeating: " ", count: max(0, 11 - $0.count)) + $0 }.joined()
  }

  private static func ratio(_ value: Double) -> String {
    String(format: value < 0.1 ? "%.4f x" : "%.2f x", value)
  }

  private static func time(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1_000: String(format: "%.1f ns", nanoseconds)
    case ..<1_000_000: String(format: "%.2f µs", nanoseconds / 1_000)
    default: String(format: "%.2f ms", nanoseconds / 1_000_000)
    }
  }

  private static func grouped(_ number: Int) -> String {
    var digits = String(number)
    var index = digits.count - 3
    while index > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: index))
      index -= 3
    }
    return digits
  }
}
