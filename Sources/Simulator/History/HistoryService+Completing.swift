import AutoUpdate
import CommandLanguage
import TerminalText

/// Completions for arguments that are steps or targets of `why`.
extension HistoryService {
  private static let offeredSteps = 200

  /// Returns the steps, latest first, each with its command. After a `.`, returns the parts of a step.
  func candidates(forStep prefix: String) -> [Completions.Candidate] {
    let bytes = Array(prefix.utf8)
    if let dot = bytes.firstIndex(of: UInt8(ascii: ".")),
      let number = Int(String(decoding: bytes[..<dot], as: UTF8.self)), let parts = steps[number]?.parts
    {
      return parts.prefix(Self.offeredSteps).map { part in
        let position = StepPosition(step: number, part: part - parts.lowerBound + 1)
        return Completions.Candidate(
          "\(position)", summary: Escaping.escaped(store.history[part]?.cause ?? ""))
      }
    }
    guard let kept = steps.kept else { return [] }
    return kept.reversed().prefix(Self.offeredSteps).map { number in
      let summary = number == 0 ? "the beginning" : Escaping.escaped(title(of: number) ?? "")
      return Completions.Candidate("\(number)", summary: summary)
    }
  }

  /// Returns the views and objects. After an object's name and a `.`, returns its fields.
  func candidates(forTarget prefix: String) -> [Completions.Candidate] {
    if let label = Self.parts(of: prefix).label {
      let fields = fields(ofObject: label)
      if !fields.isEmpty {
        return fields.map { Completions.Candidate("\(label).\($0.name)", summary: $0.summary) }
      }
    }
    return knownTargets.prefix(NearNames.countMax).map { Completions.Candidate($0) }
  }

  private func fields(ofObject label: String) -> [(name: String, summary: String)] {
    find(label).map { simulation.schemas.schemas[$0.kind].anyFields.map { ($0.name, $0.summary) } } ?? []
  }
}
