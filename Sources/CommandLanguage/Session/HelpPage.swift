/// A page of help about something that is no command.
struct HelpPage {
  let name: String
  let summary: String
  let text: String

  static let all = [scenarios, prompt]

  private static let scenarios = HelpPage(
    name: "scenarios", summary: "how transcripts are tests",
    text: """
      A scenario is a transcript of a session, in a file NAME.scenario:
        # What it claims, in its first comment.
        > print 6 * 7
        42
      “> ” begins a command, “. ” continues it, “# ” and blank lines are comments, and every other line is what the
      command above is expected to print. A line that would read otherwise has a “\\” before it.
        …  (glob)   “*” and “?” stand for any characters
        …  (re)     the line is a regular expression
        ...         any lines, or none
      Read from the first comment:
        # tags: slow      what “replay -t” chooses by
        # seed: 42        where random numbers begin
        # uses: FILE      what it stands on
      “save FILE” writes the session so far, “record FILE” goes on with it; “replay” at the shell runs scenarios.
      """)

  private static let prompt = HelpPage(
    name: "prompt", summary: "the keys of the prompt",
    text: """
      Tab completes commands, names and paths, twice it lists them. Up and Down go through the lines before, Ctrl-R
      searches them. A block that is open is edited as a whole: Up and Down go through it, Return at its end runs it,
      Alt-E opens it in an editor. Right or Ctrl-E at the end of a line takes what is suggested. Ctrl-C takes back the
      line, or ends the command that runs; Ctrl-D in an empty line leaves.
      “set hints off” turns colours and suggestions off, “set pager off” shows long output at once, “set prompt status”
      tells where the session stands. “live” shows the screens above the line as they change, until q in an empty line or
      Ctrl-C.
      """)
}
