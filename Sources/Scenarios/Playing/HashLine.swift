/// The output of the hash command and the content of a `# hash:` line: the digits, then two spaces and the changes of
/// the step, separated by commas.
enum HashLine {
  /// The digits alone: all up to the first blank.
  static func digits(of line: [UInt8]) -> ArraySlice<UInt8> {
    line.prefix { $0 != UInt8(ascii: " ") }
  }

  /// Both lines shortened to the digits and the first part that differs, if one does.
  static func difference(_ recorded: [UInt8], _ computed: [UInt8]) -> (was: String, now: String) {
    let (old, new) = (parts(of: recorded), parts(of: computed))
    let place = (0..<max(old.count, new.count)).first { place in
      part(place, of: old) != part(place, of: new)
    }
    return (
      shown(recorded, place.map { part($0, of: old) }), shown(computed, place.map { part($0, of: new) })
    )
  }

  private static func parts(of line: [UInt8]) -> [String] {
    let rest = line.dropFirst(digits(of: line).count).drop { $0 == UInt8(ascii: " ") }
    return rest.isEmpty ? [] : String(decoding: rest, as: UTF8.self).split(separator: ", ").map(String.init)
  }

  private static func part(_ place: Int, of parts: [String]) -> String {
    parts.indices.contains(place) ? parts[place] : "nothing"
  }

  private static func shown(_ line: [UInt8], _ part: String?) -> String {
    let digits = String(decoding: digits(of: line), as: UTF8.self)
    return part.map { "\(digits) (\($0))" } ?? digits
  }
}
