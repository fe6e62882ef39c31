import CommandLanguage
import TerminalText

extension ScenarioResult: WireValue {
  func write(to wire: inout WireWriter) {
    wire.write(path, claim, tags, verdict, commandCount, failures, renamed, warnings, durationNs, root)
    wire.write(text: events)
  }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(path: try wire.read(), claim: try wire.read())
    tags = try wire.read()
    verdict = try wire.read()
    commandCount = try wire.read()
    failures = try wire.read()
    renamed = try wire.read()
    warnings = try wire.read()
    durationNs = try wire.read()
    root = try wire.read()
    events = Array(try wire.text())
  }
}

extension ScenarioResult.RenamedLine: WireValue {
  func write(to wire: inout WireWriter) { wire.write(line, old, new) }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(line: try wire.read(), old: try wire.read(), new: try wire.read())
  }
}

extension ScenarioResult.Verdict: WireValue {}

extension Finding: WireValue {
  func write(to wire: inout WireWriter) { wire.write(severity == .error, line, message) }

  init(from wire: inout WireReader) throws(WireError) {
    let severity: Severity = try wire.read(Bool.self) ? .error : .warning
    self.init(severity, line: try wire.read(), try wire.read())
  }
}

extension StepFailure: WireValue {
  func write(to wire: inout WireWriter) {
    wire.write(location, kind, commandLine, command, difference, printed, notes, follows, screens)
  }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(location: try wire.read(), kind: try wire.read())
    commandLine = try wire.read()
    command = try wire.read()
    difference = try wire.read()
    printed = try wire.read()
    notes = try wire.read()
    follows = try wire.read()
    screens = try wire.read()
  }
}

extension StepFailure.Location: WireValue {
  func write(to wire: inout WireWriter) { wire.write(path, line) }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(path: try wire.read(), line: try wire.read())
  }
}

extension StepFailure.Screens: WireValue {
  func write(to wire: inout WireWriter) { wire.write(before, after) }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(before: try wire.read(), after: try wire.read())
  }
}

extension StepFailure.Kind: WireValue {
  func write(to wire: inout WireWriter) {
    switch self {
    case .output: wire.write(case: 0)
    case .finding(let message): wire.write(case: 1, message)
    case .timeout(let milliseconds): wire.write(case: 2, milliseconds)
    case .interrupted: wire.write(case: 3)
    case .afterQuit(let count): wire.write(case: 4, count)
    case .hash(let recorded, let computed): wire.write(case: 5, recorded, computed)
    case .unsteady(let run): wire.write(case: 6, run)
    case .died(let cause): wire.write(case: 7, cause.raw)
    }
  }

  init(from wire: inout WireReader) throws(WireError) {
    switch try wire.byte() {
    case 0: self = .output
    case 1: self = .finding(try wire.read())
    case 2: self = .timeout(milliseconds: try wire.read())
    case 3: self = .interrupted
    case 4: self = .afterQuit(commandCount: try wire.read())
    case 5: self = .hash(recorded: try wire.read(), computed: try wire.read())
    case 6: self = .unsteady(run: try wire.read())
    case 7: self = .died(cause: UntrustedText(try wire.read()))
    default: throw WireError()
    }
  }
}

extension OutputDifference: WireValue {
  func write(to wire: inout WireWriter) { wire.write(lines, unshownCount) }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(lines: try wire.read())
    unshownCount = try wire.read()
  }
}

extension OutputDifference.Line: WireValue {
  func write(to wire: inout WireWriter) {
    switch self {
    case .same(let line, let text): wire.write(case: 0, line, text)
    case .skipped(let count): wire.write(case: 1, count)
    case .any(let line, let count): wire.write(case: 2, line, count)
    case .missing(let line, let text, let changed): wire.write(case: 3, line, text, changed)
    case .extra(let text, let changed): wire.write(case: 4, text, changed)
    }
  }

  init(from wire: inout WireReader) throws(WireError) {
    switch try wire.byte() {
    case 0: self = .same(line: try wire.read(), text: try wire.read())
    case 1: self = .skipped(count: try wire.read())
    case 2: self = .any(line: try wire.read(), count: try wire.read())
    case 3: self = .missing(line: try wire.read(), text: try wire.read(), changed: try wire.read())
    case 4: self = .extra(text: try wire.read(), changed: try wire.read())
    default: throw WireError()
    }
  }
}

extension CoverageHit: WireValue {
  func write(to wire: inout WireWriter) { wire.write(dimension, cell) }

  init(from wire: inout WireReader) throws(WireError) { self.init(try wire.read(), try wire.read()) }
}
