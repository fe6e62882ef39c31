/// The language of a harness's inputs, line by line.
protocol InputGrammar {
  /// Returns a line that is valid in most cases.
  func line(_ random: inout SplitMix) -> String
  /// Returns a token or an expression in brackets to put into a line.
  func piece(_ random: inout SplitMix) -> String
}

/// Changes inputs by their structure: lines, tokens and balanced brackets.
struct Mutator {
  private let grammar: any InputGrammar
  private var random: SplitMix
  /// Lines of earlier inputs, which are spliced into others.
  nonisolated(unsafe) private static var known: [[UInt8]] = []
  private static let knownCountMax = 4_096
  private static let lineCountMax = 5

  init(_ grammar: any InputGrammar, _ random: SplitMix) {
    self.grammar = grammar
    self.random = random
  }

  mutating func mutated(_ input: [UInt8]) -> [UInt8] {
    var lines = input.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
    if lines.count > 1, lines.last == [] { lines.removeLast() }
    remember(lines)
    for _ in 0...random.below(3) { change(&lines) }
    if lines.count > Self.lineCountMax {
      // Short inputs: more runs per second find more than longer ones.
      let start = random.below(lines.count - Self.lineCountMax + 1)
      lines = Array(lines[start..<start + Self.lineCountMax])
    }
    return Array(lines.joined(separator: [0x0A]))
  }

  private mutating func remember(_ lines: [[UInt8]]) {
    guard let line = lines.isEmpty ? nil : lines[random.below(lines.count)], line.count < 400 else { return }
    if Self.known.count < Self.knownCountMax {
      Self.known.append(line)
    } else {
      Self.known[random.below(Self.known.count)] = line
    }
  }

  private mutating func knownLine() -> [UInt8] {
    Self.known.isEmpty ? Array(grammar.line(&random).utf8) : Self.known[random.below(Self.known.count)]
  }

  private mutating func change(_ lines: inout [[UInt8]]) {
    let place = random.below(lines.count)
    if lines.isEmpty { return lines.append(Array(grammar.line(&random).utf8)) }
    switch random.below(12) {
    case 0, 1, 2: lines.insert(Array(grammar.line(&random).utf8), at: random.below(lines.count + 1))
    case 3: lines[place] = Array(grammar.line(&random).utf8)
    case 4: lines.remove(at: place)
    case 5: lines.insert(lines[place], at: random.below(lines.count + 1))
    case 6: lines.swapAt(place, random.below(lines.count))
    case 7: lines.insert(knownLine(), at: place)
    default: changePiece(of: &lines[place])
    }
  }

  // MARK: Tokens

  private mutating func changePiece(of line: inout [UInt8]) {
    let tokens = Self.tokens(of: line)
    guard !tokens.isEmpty else { return }
    let range = node(at: random.below(tokens.count), of: tokens, in: line)
    switch random.below(5) {
    case 0: line.removeSubrange(range)
    case 1: line.insert(contentsOf: Array(line[range]) + [0x20], at: range.lowerBound)
    case 2:
      let other = knownLine()
      let others = Self.tokens(of: other)
      guard !others.isEmpty else { return }
      line.replaceSubrange(range, with: other[node(at: random.below(others.count), of: others, in: other)])
    default: line.replaceSubrange(range, with: Array(grammar.piece(&random).utf8))
    }
  }

  /// Returns the bytes of a token; of an opening bracket, those up to the closing one.
  private func node(at index: Int, of tokens: [Range<Int>], in line: [UInt8]) -> Range<Int> {
    var depth = 0
    for other in tokens[index...] {
      switch line[other.lowerBound] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      if depth <= 0 { return tokens[index].lowerBound..<other.upperBound }
    }
    return tokens[index]
  }

  /// Returns the ranges of words, numbers, quoted texts and single signs.
  static func tokens(of line: [UInt8]) -> [Range<Int>] {
    var tokens: [Range<Int>] = []
    var place = 0
    while place < line.count {
      let start = place
      place += 1
      switch line[start] {
      case 0x20, 0x09: continue
      case UInt8(ascii: "\""):
        while place < line.count, line[place] != UInt8(ascii: "\"") {
          place += line[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        place = min(place + 1, line.count)
      case let byte where isWord(byte):
        while place < line.count, isWord(line[place]) { place += 1 }
      default: break
      }
      tokens.append(start..<place)
    }
    return tokens
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}

/// A seeded random number generator: SplitMix64 (Steele, Lea and Flood, 2014).
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number in `0..<count`, or 0 when that is empty.
  mutating func below(_ count: Int) -> Int { count > 0 ? Int(next() % UInt64(count)) : 0 }

  /// Returns `true` with a probability of 1 in `count`.
  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  mutating func one(of texts: [String]) -> String { texts[below(texts.count)] }
}
