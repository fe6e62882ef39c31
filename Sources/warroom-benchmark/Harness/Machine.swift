import Foundation

struct Machine: Encodable {
  let system: String
  let processor: String
  let cores: Int

  static var current: Machine {
    Machine(
      system: ProcessInfo.processInfo.operatingSystemVersionString, processor: processorName,
      cores: ProcessInfo.processInfo.activeProcessorCount)
  }

  private static var processorName: String {
    guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("model name") }),
      let colon = line.firstIndex(of: ":")
    else { return "unknown" }
    return line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
  }
}
