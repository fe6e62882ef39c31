/// Why a run cannot be made: wrong usage, or a file that cannot be read or written.
struct RunError: Error, Equatable {
  var message: String
}
