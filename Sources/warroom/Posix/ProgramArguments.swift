import Glibc
import Scenarios

/// The words that the program was called with, as the system has them: a file's name need not be UTF-8.
enum ProgramArguments {
  /// Without the program's own name.
  static var words: [FilePath] {
    let arguments = unsafe UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    return unsafe arguments.dropFirst().compactMap { word in
      unsafe word.map { word in
        unsafe FilePath(bytes: UnsafeRawBufferPointer(start: word, count: strlen(word)))
      }
    }
  }
}
