import Testing

@testable import Scenarios

/// Commands with names that are others now.
@Suite struct MigrateTests {
  /// A host in which `echo` was called `tell` before.
  private var host: ReplayHost {
    var host = ReplayHost.echo
    host.withPresentNames = { _, command, _ in
      let text = String(decoding: command, as: UTF8.self)
      let present = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.hasPrefix("tell ") ? "echo " + line.dropFirst(5) : String(line)
      }.joined(separator: "\n")
      return present == text ? nil : Array(present.utf8)
    }
    return host
  }

  @Test func `former names in commands are rewritten, each line is shown, and nothing else changes`() {
    let text =
      "# A claim that tells a name.\n> tell a|b\na\nb\n\n# tell is no command here\n> echo tell\ntell\n> tell c\r\nd\n"
    let ran = replay(text, host: host) { $0.blessing = .names }
    #expect(
      ran["a.scenario"]
        == "# A claim that tells a name.\n> echo a|b\na\nb\n\n# tell is no command here\n> echo tell\ntell\n> echo c\r\nd\n"
    )
    #expect(
      ran.output.contains(
        """
          a.scenario:2: rewritten
            - > tell a|b
            + > echo a|b
          a.scenario:9: rewritten
            - > tell c
            + > echo c

        """), "\(ran.output)")
    // An output that differs is no matter of names.
    #expect(ran.status == .failure)
    #expect(
      replay(ran.files, host: host) { $0.blessing = .names }.files.text("a.scenario") == ran["a.scenario"])
  }

  @Test func `a former name next to a captured value is rewritten, and the value stays a name`() {
    var host = ReplayHost.echo
    host.withPresentNames = { _, command, excluded in
      guard command.starts(with: "say ".utf8) else { return nil }
      excluded = excluded.map { $0.lowerBound + 1..<$0.upperBound + 1 }
      return Array("echo ".utf8) + command.dropFirst(4)
    }
    let text =
      "> echo say x\n(?<what>.*) x (re)\n> say {{what}} {{other}} {{what}}\nsay {{other}} say\n"
    let told = replay(text, host: host)
    #expect(told.output.contains("“--migrate” rewrites it as “echo {{what}} {{other}} {{what}}”"))
    let ran = replay(text, host: host) { $0.blessing = .names }
    #expect(ran.status == .success, "\(ran.output)")
    #expect(
      ran["a.scenario"]
        == "> echo say x\n(?<what>.*) x (re)\n> echo {{what}} {{other}} {{what}}\nsay {{other}} say\n")
  }

  @Test func `a command that fails because of a former name shows the current spelling`() {
    let ran = replay("> tell a\na\n", host: host)
    #expect(ran.status == .failure)
    #expect(
      ran.output.contains("note: it has names that were changed: “--migrate” rewrites it as “echo a”"),
      "\(ran.output)")
    #expect(ran["a.scenario"] == "> tell a\na\n")
  }

  @Test func `no command is rewritten under CI`() {
    let ran = replay("> tell a\na\n", host: host) { options in
      options.blessing = .names
      options.isContinuousIntegration = true
    }
    #expect(ran.status == .usage)
    #expect(ran["a.scenario"] == "> tell a\na\n")
  }
}
