import TerminalText

extension ScenarioResult: WireValue {
  func write(to wire: inout WireWriter) {
    wire.write(path)
    wire.write(claim)
    wire.write(tags)
    wire.write(verdict)
    wire.write(commandCount)
    wire.write(failures)
    wire.write(renamed)
    wire.write(warnings)
    wire.write(durationNs)
    wire.write(root)
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
  func write(to wire: inout WireWriter) {
    wire.write(line)
    wire.write(old)
    wire.write(new)
  }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(line: try wire.read(), old: try wire.read(), new: try wire.read())
  }
}

extension ScenarioResult.Verdict: WireValue {
  func write(to wire: inout WireWriter) {
    switch self {
    case .passed: wire.write(byte: 0)
    case .failed: wire.write(byte: 1)
    case .blessed: wire.write(byte: 2)
    }
  }

  init(from wire: inout WireReader) throws(WireError) {
    switch try wire.byte() {
    case 0: self = .passed
    case 1: self = .failed
    case 2: self = .blessed
    default: throw WireError()
    }
  }
}

extension Finding: WireValue {
  func write(to wire: inout WireWriter) {
    wire.write(severity == .error)
    wire.write(line)
    wire.write(message)
  }

  init(from wire: inout WireReader) throws(WireError) {
    let severity: Severity = try wire.read(Bool.self) ? .error : .warning
    self.init(severity, line: try wire.read(), try wire.read())
  }
}

extension StepFailure: WireValue {
  func write(to wire: inout WireWriter) {
    wire.write(location)
    wire.write(kind)
    wire.write(commandLine)
    wire.write(command)
    wire.write(difference)
    wire.write(printed)
    wire.write(notes)
    wire.write(follows)
    wire.write(screens)
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
  func write(to wire: inout WireWriter) {
    wire.write(path)
    wire.write(line)
  }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(path: try wire.read(), line: try wire.read())
  }
}

extension StepFailure.Screens: WireValue {
  func write(to wire: inout WireWriter) {
    wire.write(before)
    wire.write(after)
  }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(before: try wire.read(), after: try wire.read())
  }
}

extension StepFailure.Kind: WireValue {
  func write(to wire: inout WireWriter) {
    switch self {
    case .output: wire.write(byte: 0)
    case .finding(let message):
      wire.write(byte: 1)
      wire.write(message)
    case .timeout(let milliseconds):
      wire.write(byte: 2)
      wire.write(milliseconds)
    case .interrupted: wire.write(byte: 3)
    case .afterQuit(let count):
      wire.write(byte: 4)
      wire.write(count)
    case .hash(let recorded, let computed):
      wire.write(byte: 5)
      wire.write(recorded)
      wire.write(computed)
    case .unsteady(let run):
      wire.write(byte: 6)
      wire.write(run)
    case .died(let cause):
      wire.write(byte: 7)
      wire.write(cause.raw)
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
  func write(to wire: inout WireWriter) {
    wire.write(lines)
    wire.write(unshownCount)
  }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(lines: try wire.read())
    unshownCount = try wire.read()
  }
}

extension OutputDifference.Line: WireValue {
  func write(to wire: inout WireWriter) {
    switch self {
    case .same(let line, let text):
      wire.write(byte: 0)
      wire.write(line)
      wire.write(text)
    case .skipped(let count):
      wire.write(byte: 1)
      wire.write(count)
    case .any(let line, let count):
      wire.write(byte: 2)
      wire.write(line)
      wire.write(count)
    case .missing(let line, let text, let changed):
      wire.write(byte: 3)
      wire.write(line)
      wire.write(text)
      wire.write(changed)
    case .extra(let text, let changed):
      wire.write(byte: 4)
      wire.write(text)
      wire.write(changed)
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
  func write(to wire: inout WireWriter) {
    wire.write(dimension)
    wire.write(cell)
  }

  init(from wire: inout WireReader) throws(WireError) { self.init(try wire.read(), try wire.read()) }
}
