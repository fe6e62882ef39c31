import Foundation
import ProgramTesting
import TerminalText
import Testing

@testable import Scenarios

/// Reports are read by the parsers that others read them with, and hold names and outputs made to forge.
@Suite struct ReportTests {
  /// What an attacker would put into a claim, a command, an output or a file's name.
  private static let forgeries = [
    "x\r\n::error::forged", "::error::forged", "##[error]forged", "##vso[task.setvariable]forged",
    "]]><forged/>",
    "\"/><forged a=\"", "&forged;", "not ok 99 - forged", "ok # \u{54}ODO forged", "\\", "a\u{2028}b\u{85}c",
    "\u{202E}forged",
    "\u{1B}[31mforged", "\u{0}\u{B}\u{FFFE}", "%0A::error::forged", "  ---\n  forged: 1", "{{x}}",
    "', \"forged\": [",
  ]

  /// One scenario each whose claim, expected and printed lines and path are the text, and fail.
  private static func forged() -> MemoryFiles {
    var files: [String: String] = [:]
    for (index, text) in forgeries.enumerated() {
      let oneLine = text.split(whereSeparator: { $0 == "\n" || $0 == "\r\n" }).joined(separator: " ")
      files["\(index),:\(oneLine.replacing("/", with: "_")).scenario"] =
        "# \(oneLine)\n> echo \(text)\n\(text)!\n"
    }
    files["ok.scenario"] = "# It passes.\n> echo a\na\n"
    return MemoryFiles(files)
  }

  private func report(_ request: String, _ files: MemoryFiles = forged(), times: Bool = false) -> (
    Ran, String
  ) {
    let kind = ReplayOptions.ReportRequest("\(request):out")
    let ran = replay(files) {
      $0.reports = kind.map { [$0] } ?? []
      $0.showsTimes = times
    } system: {
      $0.clock = StepClock(stepNs: 1_234_567).read
    }
    return (ran, ran["out"] ?? "")
  }

  /// Runs a program with the text as its input; `nil` if there is no such program.
  private func run(_ program: [String], _ input: String) throws -> (status: Int32, output: String)? {
    guard
      let path = ["/usr/bin/", "/usr/local/bin/"].map({ $0 + program[0] }).first(where: {
        FileManager.default.isExecutableFile(atPath: $0)
      })
    else {
      print("note: \(program[0]) is not installed; its part of the test is skipped")
      return nil
    }
    let folder = try TemporaryFolder()
    try folder.write(input, to: "input")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = program.dropFirst() + [folder["input"]]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  private static let count = forgeries.count + 1

  // MARK: JUnit

  @Test(arguments: [false, true])
  func `JUnit is valid against a schema of what build services read`(_ times: Bool) throws {
    let (_, text) = report("junit", times: times)
    let folder = try TemporaryFolder()
    try folder.write(Self.schema, to: "junit.xsd")
    if let checked = try run(["xmllint", "--noout", "--schema", folder["junit.xsd"]], text) {
      #expect(checked.status == 0, "\(checked.output)\n\(text)")
    }
  }

  @Test func `JUnit holds each scenario once, and nothing else`() throws {
    let (_, text) = report("junit")
    let script = """
      import sys, xml.etree.ElementTree as E
      root = E.parse(sys.argv[1]).getroot()
      cases = root.findall('testsuite/testcase')
      print(root.get('tests'), root.get('failures'), len(cases), len(root.findall('testsuite/testcase/failure')))
      print(sorted({e.tag for e in root.iter()}))
      print(cases[-1].get('name'), cases[-1].get('classname'))
      """
    guard let read = try run(["python3", "-c", script], text) else { return }
    #expect(
      read.output == """
        \(Self.count) \(Self.count - 1) \(Self.count) \(Self.count - 1)
        ['failure', 'testcase', 'testsuite', 'testsuites']
        It passes. ok.scenario

        """)
  }

  @Test func `JUnit shows times in seconds if times are shown, and is the same bytes each run if not`() {
    let ok = MemoryFiles(["a/ok.scenario": "> echo\n"])
    #expect(
      report("junit", ok, times: true).1.contains(
        "<testcase name=\"a/ok.scenario\" classname=\"a/ok.scenario\" time=\"0.001234\"/>"))
    #expect(!report("junit").1.contains("time="))
    #expect(report("junit").1 == report("junit").1)
  }

  /// The elements and attributes that common readers agree on, as far as the report uses them.
  private static let schema = """
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:simpleType name="seconds">
        <xs:restriction base="xs:string"><xs:pattern value="[0-9]+\\.[0-9]{6}"/></xs:restriction>
      </xs:simpleType>
      <xs:attributeGroup name="counts">
        <xs:attribute name="tests" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="failures" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="errors" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="time" type="seconds"/>
      </xs:attributeGroup>
      <xs:element name="testsuites">
        <xs:complexType>
          <xs:sequence><xs:element ref="testsuite" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
          <xs:attributeGroup ref="counts"/>
        </xs:complexType>
      </xs:element>
      <xs:element name="testsuite">
        <xs:complexType>
          <xs:sequence><xs:element ref="testcase" maxOccurs="unbounded"/></xs:sequence>
          <xs:attribute name="name" type="xs:string" use="required"/>
          <xs:attribute name="skipped" type="xs:nonNegativeInteger" use="required"/>
          <xs:attributeGroup ref="counts"/>
        </xs:complexType>
      </xs:element>
      <xs:element name="testcase">
        <xs:complexType>
          <xs:sequence>
            <xs:element name="failure" minOccurs="0">
              <xs:complexType mixed="true">
                <xs:attribute name="message" type="xs:string" use="required"/>
                <xs:attribute name="type" type="xs:string" use="required"/>
              </xs:complexType>
            </xs:element>
          </xs:sequence>
          <xs:attribute name="name" type="xs:string" use="required"/>
          <xs:attribute name="classname" type="xs:string" use="required"/>
          <xs:attribute name="time" type="seconds"/>
        </xs:complexType>
      </xs:element>
    </xs:schema>
    """

  // MARK: JSON lines

  @Test func `each line of jsonl is one object, and texts come back as they were`() throws {
    let (_, text) = report("jsonl", times: true)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    #expect(lines.count == Self.count + 2)
    let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    #expect(objects.first??["type"] as? String == "start" && objects.last??["type"] as? String == "end")
    let scenarios = objects.compactMap { $0 }.filter { $0["type"] as? String == "scenario" }
    #expect(Set(scenarios.compactMap { $0["path"] as? String }).count == Self.count)
    #expect(scenarios.contains { $0["claim"] as? String == "\"/><forged a=\"" })
    #expect(scenarios.allSatisfy { ($0["ns"] as? Int ?? 0) > 0 })
    #expect(text.split(whereSeparator: \.isNewline).count == lines.count)
    let script = "import sys, json\nprint(len([json.loads(l) for l in open(sys.argv[1], newline='\\n')]))"
    if let read = try run(["python3", "-c", script], text) { #expect(read.output == "\(Self.count + 2)\n") }
  }

  // MARK: TAP

  @Test func `TAP has a plan, a point for each scenario, and YAML blocks whose values are JSON`() throws {
    let (_, text) = report("tap", times: true)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(Array(lines.prefix(2)) == ["TAP version 13", "1..\(Self.count)"])
    let points = lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
    #expect(points.count == Self.count && points.filter { $0.hasPrefix("ok ") }.count == 1)
    #expect(points.enumerated().allSatisfy { $0.element.contains("ok \($0.offset + 1) - ") })
    for point in points {
      let isDirective = point.indices.contains { index in
        point[index] == "#" && index > point.startIndex && point[point.index(before: index)] != "\\"
      }
      #expect(!isDirective, "\(point)")
    }
    for line in lines.dropFirst(2) where !line.isEmpty && !points.contains(line) {
      #expect(line.hasPrefix("  "), "\(line)")
      guard let start = line.firstIndex(of: "\"") else { continue }
      #expect(throws: Never.self) {
        try JSONSerialization.jsonObject(with: Data(line[start...].utf8), options: .fragmentsAllowed)
      }
    }
  }

  @Test func `Perl's reader of TAP finds each scenario, no directive and no error`() throws {
    let (_, text) = report("tap", times: true)
    let script = """
      open(my $f, "<", $ARGV[0]) or die; local $/;
      my $p = TAP::Parser->new({tap => scalar <$f>});
      my ($good, $bad, $odd) = (0, 0, 0);
      while (my $r = $p->next) {
        if ($r->is_test) { $r->is_ok ? $good++ : $bad++; $odd++ if $r->has_todo || $r->has_skip }
        elsif (!$r->is_plan && !$r->is_yaml && !$r->is_version) { $odd++ }
      }
      print join(" ", $good, $bad, $odd, $p->parse_errors), "\\n";
      """
    guard let read = try run(["perl", "-MTAP::Parser", "-e", script], text) else { return }
    #expect(read.output == "1 \(Self.count - 1) 0\n")
  }

  @Test func `TAP bails out when scenarios were not run`() {
    let ran = replay(MemoryFiles(["a.scenario": "> echo a\nx\n", "b.scenario": ""])) {
      $0.reports = [.init(.tap)]
      $0.stopsAtFirst = true
    }
    #expect(ran.output.hasSuffix("Bail out! 1 scenarios were not run\n"))
    #expect(ran.errors.hasPrefix("FAILED  a.scenario\n"))
  }

  // MARK: GitHub

  @Test func `annotations are one line each, and values cannot end them`() {
    let (_, text) = report("github")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    #expect(lines.count == Self.count - 1)
    for line in lines {
      #expect(line.hasPrefix("::error file="))
      let properties = line.dropFirst("::error ".count).prefix { $0 != ":" }
      #expect(
        properties.split(separator: ",").map { $0.prefix { $0 != "=" } } == ["file", "line", "title"],
        "\(line)")
      #expect(!line.utf8.contains(0x0D) && !line.utf8.contains(0x1B))
    }
    let plain = replay("# A: claim, 100 %\n> echo a\nb\n") { $0.reports = [.init(.github)] }
    #expect(
      plain.output.contains(
        "\n::error file=a.scenario,line=3,title=A%3A claim%2C 100 %25::a.scenario:3: the output differs%0A> echo a%0A"
          + "     3 - | b%0A       + | a\n"))
  }

  // MARK: Text

  @Test func `no name and no output begins a line of the text, or is taken for a log command`() {
    let (ran, _) = report("tap")
    for line in ran.output.split(separator: "\n", omittingEmptySubsequences: true) {
      let start = line.drop { $0 == " " }
      let isOurs = ["passed  ", "FAILED  ", "|", "- |", "+ |", "? |", "note: "].contains {
        start.hasPrefix($0)
      }
      #expect(isOurs || start.first?.isNumber == true, "\(line)")
      #expect(!line.contains("##[") && !line.contains("##vso["), "\(line)")
      #expect(line.unicodeScalars.allSatisfy { !Escaping.isHidden($0) }, "\(line)")
    }
  }

  @Test func `several reports are written at once`() {
    let files = MemoryFiles(["a.scenario": "> echo\n"])
    let ran = replay(files) {
      $0.reports = ReplayOptions.ReportRequest.Kind.allCases.map {
        .init($0, file: FilePath("out.\($0.rawValue)"))
      }
    }
    #expect(ran["out.tap"] == "TAP version 13\n1..1\nok 1 - a.scenario\n")
    #expect(ran["out.junit"]?.hasSuffix("</testsuites>\n") == true && ran["out.github"] == "")
    #expect(ran["out.jsonl"]?.split(separator: "\n").count == 3)
  }

  @Test func `a report that cannot be written is an error`() {
    let ran = replay(MemoryFiles(["a.scenario": "> echo\n"], isReadOnly: true)) {
      $0.reports = [.init(.tap, file: "out")]
    }
    #expect(ran.status == .usage && ran.errors == "error: no permission for “out”\n")
  }

  @Test(arguments: [("tap", nil), ("junit", "a:b.xml")] as [(String, String?)])
  func `a report request names a kind and a file`(_ kind: String, _ file: String?) {
    let request = ReplayOptions.ReportRequest(file.map { "\(kind):\($0)" } ?? kind)
    #expect(request?.kind.rawValue == kind && request?.file == file.map { FilePath($0) })
    #expect(ReplayOptions.ReportRequest("xml") == nil && ReplayOptions.ReportRequest("tap:") == nil)
  }
}
