/// The effect of a command that has run, as far as a record of the session is concerned.
public enum CommandWeight: Sendable, Equatable {
  /// It could not be read or named something that is not there, and nothing ran.
  case mistake
  /// It ran and changed nothing.
  case query
  /// It changed something, or its purpose is the record.
  case change
}
