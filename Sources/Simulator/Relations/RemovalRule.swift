/// The effect of removing an object on the objects that refer to it.
public enum RemovalRule: Sendable, Equatable {
  /// Refuses the removal if others still refer to the object when the command ends.
  case refuse
  /// Sets the references to none; removes the object from lists of references.
  case clear
  /// Also removes the objects that refer to it.
  case cascade
}
