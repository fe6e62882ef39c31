/// The stable short name of a message: `unknown-object`, `history-too-far`.
struct ErrorCode: Equatable {
  let name: String

  /// Made of the kind of a ``CountedError``: `unknownObject`, `history: tooFar`.
  init(ofKind kind: String) {
    var name: [UInt8] = []
    var beginsWord = false
    var isAfterCapital = false
    for byte in kind.utf8 {
      let isCapital = (0x41...0x5A).contains(byte)
      guard isCapital || (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) else {
        beginsWord = !name.isEmpty
        continue
      }
      if isCapital, let last = name.last, (0x61...0x7A).contains(last), !isAfterCapital { beginsWord = true }
      if beginsWord { name.append(0x2D) }
      beginsWord = false
      isAfterCapital = isCapital
      name.append(byte | 0x20)
    }
    self.name = String(decoding: name, as: UTF8.self)
  }
}

extension CountedError {
  /// The codes of its kinds with what they mean, in the order of their declaration.
  static var codes: [(code: String, meaning: String)] {
    Kind.allCases.map { (ErrorCode(ofKind: $0.rawValue).name, meaning(of: $0)) }
  }
}
