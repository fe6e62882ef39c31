/// The effect that the removal of an object has on the objects that refer to it.
public enum RemovalRule: Sendable, Equatable {
  /// The object is not removed while others refer to it at the end of the command.
  case refuse
  /// The references become none; a list of references loses the object.
  case clear
  /// The objects that refer to it are removed, too.
  case cascade
}
