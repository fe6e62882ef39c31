/// A reason why a run is impossible: wrong usage, or a file that cannot be read or written.
struct RunError: Error, Equatable {
  var message: String
}
