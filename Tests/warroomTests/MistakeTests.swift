import Glibc
import ProgramTesting
import Scenarios
import Testing

@testable import Posix

/// Typical mistakes of a world's author, and what the compiler says about them.
@Suite struct MistakeTests {
  private static let folder = "\(Package.root)/Tests/Fixtures/Mistakes"

  /// The errors of a line once each, in the order of the lines.
  private static func errors(in output: String) -> [String] {
    var errors: [(line: Int, text: String)] = []
    for line in output.split(separator: "\n") {
      guard let start = line.firstRange(of: "Mistakes.swift:"), let error = line.firstRange(of: ": error: "),
        let number = Int(line[start.upperBound...].prefix { $0 != ":" })
      else { continue }
      let text = String(line[error.upperBound...])
      if !errors.contains(where: { $0 == (number, text) }) { errors.append((number, text)) }
    }
    return errors.sorted { $0 < $1 }.map { "\($0.line): \($0.text)" }
  }

  @Test func `typical mistakes of a world's author have the messages that are listed`() throws {
    func text(_ name: String) throws -> String {
      String(
        decoding: try PosixFiles().read(FilePath("\(Self.folder)/\(name)"), byteCountMax: 1 << 20),
        as: UTF8.self)
    }
    var compiler = BuiltProgram("Modules", folder: try TemporaryFolder())
    compiler.environment["PATH"] = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    compiler.environment["HOME"] = compiler.folder.path
    let ending = try compiler.run(
      shell:
        "exec swiftc -typecheck -swift-version 6 -package-name other -I \"$0\" \(Self.folder)/Mistakes.swift")
    #expect(ending.status == 1)
    let found = Self.errors(in: ending.output + ending.errors)
    let listed = try text("Messages.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }.map(
      String.init)
    #expect(found == listed, "\(found.joined(separator: "\n"))")
    // Each mistake is one: the compiler says something between its comment and the next.
    let lines = try text("Mistakes.swift").split(separator: "\n", omittingEmptySubsequences: false)
    let starts = lines.indices.filter {
      lines[$0].hasPrefix("// ") && lines[$0].dropFirst(3).first?.isNumber == true
    }
    #expect(starts.count >= 20)
    let numbers = listed.compactMap { Int($0.prefix { $0 != ":" }) }
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : lines.count
      #expect(numbers.contains { $0 > start && $0 <= end + 1 }, "\(lines[start])")
    }
  }
}
