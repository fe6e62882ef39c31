public import CommandLanguage
import Simulator
import Synchronization

/// A check that the objects which a search treats as equal are interchangeable.
///
/// The first states of a search and a sample of the later ones are compared with other states that the search takes for
/// the same. From both states, the same commands must lead to the same states, with the same refusals, broken invariants
/// and answers of the condition, apart from the names of the objects. All states are compared with only those that the
/// search reaches, so no state is checked that could not occur.
final class SymmetryCheck: Sendable {
  /// A state of the sample.
  private struct Sample {
    let path: [String]
    /// The digests, with names, of the states that were compared.
    var distinct: Set<StateDigest>
    /// The results of the tried lines; `nil` before the first comparison.
    var results: LineResults?
  }

  private struct State {
    var samples: [StateDigest: Sample] = [:]
    /// The number of different states, and the number of times that the search reached a state.
    var (stateCount, arrivalCount) = (0, 0)
    /// The number of lines that were run for comparisons.
    var lineCount = 0
  }

  private let kinds: [String]
  private let state = Mutex(State())

  /// The binary logarithm of the number of states that are all in the sample. Of twice as many, half is in the sample, and
  /// so on.
  private static let sampleExponent = 7
  /// The number of lines that comparisons may always run, and the number of times that the search reaches a state for each
  /// further line.
  private static let (lineCountMax, lineShare) = (20_000, 4)

  /// Creates a check of the objects of some kinds; `nil` if there are no kinds.
  init?(_ kinds: [String]) {
    if kinds.isEmpty { return nil }
    self.kinds = kinds
  }

  /// Notes that a search has reached a state. Compares the state with the first one that the search takes for the same, if
  /// that is in the sample.
  ///
  /// - Parameters:
  ///   - key: the digest of the state without the names of the objects.
  ///   - distinct: the digest of the state with the names.
  ///   - isNew: whether the search had not reached the state before.
  ///   - path: returns the lines that led to the state.
  ///   - results: returns the results of all lines after others; `nil` if these do not lead to the state again.
  /// - Throws: a ``SymmetryError`` if the two states have different results.
  func arrive(
    at key: StateDigest, _ distinct: StateDigest, isNew: Bool, path: () -> [String],
    results: ([String]) throws -> LineResults?
  ) throws {
    guard let sample = note(key, distinct, isNew: isNew, path) else { return }
    let path = path()
    guard let first = try sample.results ?? results(sample.path), let second = try results(path) else {
      return
    }
    state.withLock { state in
      state.samples[key]?.results = first
      state.lineCount += second.lineCount + (sample.results == nil ? first.lineCount : 0)
    }
    if let line = first.line(missingIn: second) { throw SymmetryError(kinds, sample.path, path, line) }
    if let line = second.line(missingIn: first) { throw SymmetryError(kinds, path, sample.path, line) }
  }

  /// Returns the state of the sample with which a reached state is to be compared; `nil` for none.
  private func note(_ key: StateDigest, _ distinct: StateDigest, isNew: Bool, _ path: () -> [String])
    -> Sample?
  {
    state.withLock { state in
      state.arrivalCount += 1
      if isNew {
        defer { state.stateCount += 1 }
        if Self.isSampled(state.stateCount), state.samples[key] == nil {
          state.samples[key] = Sample(path: path(), distinct: [distinct])
        }
        return nil
      }
      guard state.lineCount <= Self.lineCountMax + state.arrivalCount / Self.lineShare,
        state.samples[key]?.distinct.insert(distinct).inserted == true
      else { return nil }
      return state.samples[key]
    }
  }

  /// Returns a Boolean value that indicates whether the state with a number is in the sample.
  static func isSampled(_ number: Int) -> Bool {
    let exponent = Int.bitWidth - number.leadingZeroBitCount - sampleExponent
    return exponent <= 0 || number & (1 << exponent - 1) == 0
  }
}

/// The results of all lines that are tried in a state.
struct LineResults: Sendable {
  /// The result of a line, without the names of objects.
  struct Result: Hashable {
    let command: String
    let hasSucceeded: Bool
    let state: StateDigest
    let brokenRules: [String]
    let meetsGoal: Bool
  }

  private var lines: [Result: String] = [:]
  /// The number of lines that were run.
  var lineCount = 0

  /// Adds a line, unless another one has the same result.
  mutating func add(_ line: String, _ result: Result) {
    if lines[result] == nil { lines[result] = line }
  }

  /// Returns a line whose result no line of another state has, with a value that indicates whether it succeeded; `nil` if
  /// there is none.
  func line(missingIn other: LineResults) -> (text: String, hasSucceeded: Bool)? {
    let missing = lines.filter { other.lines[$0.key] == nil }
    return missing.min { $0.value < $1.value }.map { ($0.value, $0.key.hasSucceeded) }
  }
}

/// The error of a search that treats objects as equal although they are not interchangeable.
public struct SymmetryError: Explainable, Sendable, Equatable {
  /// The two scenarios that show it, a sentence without a full stop.
  public var message: String

  public var explanation: Explanation { Explanation(message) }

  fileprivate init(
    _ kinds: [String], _ path: [String], _ other: [String], _ line: (text: String, hasSucceeded: Bool)
  ) {
    func place(_ path: [String]) -> String {
      path.isEmpty ? "at the start" : "after “\(path.joined(separator: "; "))”"
    }
    let kinds = kinds.map { "“\($0)”" }.joined(separator: " and ")
    message =
      "the objects of \(kinds) are not interchangeable: \(place(path)), “\(line.text)” "
      + (line.hasSucceeded
        ? "leads to a state to which no tried command leads " : "fails as no tried command does ")
      + "\(place(other)), although the states differ only by names"
  }
}
