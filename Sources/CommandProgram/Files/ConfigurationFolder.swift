import Posix
import Scenarios

/// The folder of a program's configuration, according to the XDG base directory specification.
struct ConfigurationFolder {
  /// The program's name, which is also the name of the folder.
  let program: String
  var environment: (String) -> String? = ProcessState.variable

  /// The file of commands that the prompt runs first: `~/.config/NAME/init`; `nil` if there is no home folder.
  var initFile: FilePath? {
    StateFolder.base("XDG_CONFIG_HOME", or: "/.config", environment).map {
      FilePath($0).joined(FilePath(program)).joined("init")
    }
  }

  /// Returns the text of an init file with some settings replaced or added.
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
