/// The contents of the comments above the first command.
public struct ScenarioHeader: Sendable, Equatable {
  /// The first comment line that is none of the settings: what the scenario claims. Empty without one.
  public var claim = ""
  /// `# tags: phases slow`: words, between spaces or commas, in file order.
  public var tags: [String] = []
  /// `# seed: 42`
  public var seed: UInt64?
  /// `# uses: ../setup/two-sides.scenario`, once for each line, in file order.
  public var uses: [Use] = []
  /// `# format: 1`; a file without the line is in the first format.
  public var formatVersion = 1
  /// The problems of the header, in file order.
  public var findings: [Finding] = []

  /// A file whose commands run before this scenario's.
  public struct Use: Sendable, Equatable {
    /// As written: relative to the folder of the file that names it.
    public var path: FilePath
    /// 1-based.
    public var line: Int
  }

  /// The header of a file that says nothing of itself.
  public init() {}
}
