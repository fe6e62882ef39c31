public import CommandLanguage

/// Commands that run when their time has come.
public struct Job: Model {
  /// Its number in the order of making.
  public let id: Int
  /// The tick at which it runs next.
  public var at: Int
  /// The number of ticks between two runs; `nil` if it runs once.
  public var interval: Int?
  /// The commands to run.
  public var block: Block
  /// The owner of the job, for services that plan jobs of their own; empty for a person's.
  public var owner: String

  /// A job that is planned by nobody yet.
  public init(id: Int, at: Int, interval: Int?, block: Block, owner: String = "") {
    self.id = id
    self.at = at
    self.interval = interval
    self.block = block
    self.owner = owner
  }

  public static let schema = Schema<Job>(
    "job", plural: "planned", "commands that wait for their time",
    restoring: Restoring(keeping: { [KeptField("block", .block($0.block))] }) { id, fields in
      fields.block("block").map { Job(id: id, at: 0, interval: nil, block: $0) }
    }
  ) {
    Field("at", \.at, "the tick at which it runs next")
    Field("every", \.interval, "the ticks between two runs")
    Field("commands", reading: { $0.block.text })
    Field("variables", reading: { KeptText.text(of: $0.block.variables) })
    Field("for", \.owner)
  }
}

/// Shows the variables that kept syntax has with it, so that equal texts with unequal values differ.
enum KeptText {
  static func text(of variables: [(name: String, value: Value)]) -> String? {
    if variables.isEmpty { return nil }
    return variables.map { "\($0.name) = \(text(of: $0.value))" }.joined(separator: ", ")
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
