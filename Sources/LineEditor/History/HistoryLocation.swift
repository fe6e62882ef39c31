/// The location of a program's history: none, a file that the person named, or the file that the XDG base directory
/// specification defines.
public enum HistoryLocation: Sendable, Equatable {
  /// Nowhere: each session begins without entries, and leaves none.
  case off
  /// A file that the person named; its folder has to be there.
  case file(String)
  /// The usual place; its folders are made when they are missing.
  case stateFolder(String)
  /// There should be one, but nothing says where the home folder is.
  case unknown

  /// Chooses by `PROGRAM_HISTORY` (a path, or `off`), then `XDG_STATE_HOME`, then `HOME`.
  ///
  /// - Parameters:
  ///   - program: the folder's name, and in capitals (`_` for other signs) the beginning of
  ///     the variable's.
  ///   - environment: gives a variable's value.
  public static func standard(
    program: String, environment: (String) -> String? = Terminal.environment
  ) -> HistoryLocation {
    if let named = environment(variable(of: program)), !named.isEmpty {
      // `/dev/null` is how people switch off other programs' history.
      return named == "off" || named == "/dev/null" ? .off : .file(named)
    }
    // A relative path counts as not set, as the specification asks.
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
      return .stateFolder("\(state)/\(program)/history")
    }
    if let home = environment("HOME"), !home.isEmpty {
      return .stateFolder("\(home)/.local/state/\(program)/history")
    }
    return .unknown
  }

  /// `WARROOM_HISTORY`
  static func variable(of program: String) -> String {
    String(program.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }) + "_HISTORY"
  }
}
