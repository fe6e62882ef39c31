import Posix
import Scenarios

/// The folder of a person's start-up commands, as the XDG base directory specification defines it.
struct ConfigurationFolder {
  /// The folder's name.
  let program: String
  /// Gives the value of an environment variable.
  var environment: (String) -> String? = ProcessState.variable

  /// The commands that the prompt begins with: `~/.config/NAME/init`; `nil` where there is no such place.
  var initFile: FilePath? {
    base.map { FilePath($0).joined(FilePath(program)).joined("init") }
  }

  private var base: String? {
    // A relative path counts as not set, as the specification asks.
    if let folder = environment("XDG_CONFIG_HOME"), folder.utf8.first == UInt8(ascii: "/") { return folder }
    guard let home = environment("HOME"), home.utf8.first == UInt8(ascii: "/") else { return nil }
    return home + "/.config"
  }

  /// The file's lines with some settings in the place of those that it has of them.
  static func replacing(settings: [(name: String, value: String)], in file: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    let names = settings.map { Array("set \($0.name) ".utf8) }
    for line in file.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if names.contains(where: { line.starts(with: $0) }) { continue }
      text += line
      text.append(0x0A)
    }
    while text.last == 0x0A { text.removeLast() }
    if !text.isEmpty { text.append(0x0A) }
    for setting in settings { text += "set \(setting.name) \(setting.value)\n".utf8 }
    return text
  }
}
