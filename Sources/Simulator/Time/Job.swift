public import CommandLanguage

/// Work that is planned for a tick.
public struct Job: Model {
  /// The work of a job.
  public enum Work: Sendable, Equatable {
    /// Planned commands.
    case commands(Block)
    /// The body of the world's schedule with this name: an ``Every``, ``After``, ``At`` or ``Routine``.
    case schedule(String)
  }

  /// The number of the job, in the order of creation.
  public let id: Int
  /// The tick at which the job runs next.
  public var at: Int
  /// The number of ticks between two runs; `nil` if the job runs once.
  public var interval: Int?
  /// The work of the job.
  public let work: Work
  /// The service that planned the job, or the name of the world's schedule; empty for a job that a person planned.
  public var owner: String {
    get { schedule ?? service }
    // The owner of a schedule's job is always the schedule, under its present name.
    set { if schedule == nil { service = newValue } }
  }
  private var service = ""

  /// Creates a job.
  public init(id: Int, at: Int, interval: Int?, _ work: Work, owner: String = "") {
    self.id = id
    self.at = at
    self.interval = interval
    self.work = work
    self.owner = owner
  }

  /// The commands to run; `nil` if the job runs a schedule.
  public var block: Block? { if case .commands(let block) = work { block } else { nil } }

  /// The name of the world's schedule; `nil` if the job runs commands.
  public var schedule: String? { if case .schedule(let name) = work { name } else { nil } }

  /// The text of the job's commands, or the name of its schedule.
  var title: String {
    switch work {
    case .commands(let block): block.text
    case .schedule(let name): name
    }
  }

  public static let schema = Schema<Job>(
    "job", plural: "planned", "commands that run at a later tick",
    restoring: Restoring(storing: { $0.block.map { [CapturedField("block", .block($0))] } ?? [] }) {
      id, fields in
      // The text of commands includes braces, so it is never empty.
      if fields.value("commands", as: String.self) == "", let name = fields.value("for", as: String.self) {
        return fields.scheduleName(name).map { Job(id: id, at: 0, interval: nil, .schedule($0)) }
      }
      return fields.block("block").map { Job(id: id, at: 0, interval: nil, .commands($0)) }
    }
  ) {
    Field("at", \.at, "the tick of the next run")
    Field("every", \.interval, "the number of ticks between two runs")
    Field("commands", reading: { $0.block?.text ?? "" })
    Field("variables", reading: { $0.block.flatMap { CapturedVariables.text(of: $0.variables) } })
    Field("for", \.owner)
  }
}

/// The text of the variables that stored syntax captured, so that equal texts with different values differ.
enum CapturedVariables {
  static func text(of variables: [(name: String, value: Value)]) -> String? {
    var texts: [String] = []
    // A variable occurs once for each use.
    for variable in variables {
      let text = "\(variable.name) = \(text(of: variable.value))"
      if !texts.contains(text) { texts.append(text) }
    }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  private static func text(of value: Value) -> String {
    switch value {
    case .text(let text), .word(let text): "\"\(text)\""
    case .list(let values): "(" + values.map(text(of:)).joined(separator: ", ") + ")"
    case .object(let object): "#\(object.id)"
    case .reference(_, let id): "#\(text(of: id))"
    default: value.plainText ?? ""
    }
  }
}
