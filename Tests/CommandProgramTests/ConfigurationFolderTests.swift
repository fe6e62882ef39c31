import Scenarios
import Testing

@testable import CommandProgram

@Suite struct ConfigurationFolderTests {
  private func path(_ environment: [String: String]) -> String? {
    ConfigurationFolder(program: "toy") { environment[$0] }.initFile?.text
  }

  @Test func `the file is in the user's configuration folder`() {
    #expect(path(["XDG_CONFIG_HOME": "/c", "HOME": "/h"]) == "/c/toy/init")
    #expect(path(["HOME": "/h"]) == "/h/.config/toy/init")
    #expect(path(["XDG_CONFIG_HOME": "c", "HOME": "/h"]) == "/h/.config/toy/init")
    #expect(path(["HOME": "h"]) == nil && path([:]) == nil)
  }

  @Test func `settings replace the lines that set them, and everything else is kept`() {
    let file = Array("# mine\nset steps 5\ndef f { }\nset stepsize 3".utf8)
    let text = ConfigurationFolder.replacing(settings: [("steps", "9"), ("codes", "on")], in: file)
    #expect(
      String(decoding: text, as: UTF8.self)
        == "# mine\ndef f { }\nset stepsize 3\nset steps 9\nset codes on\n")
    let fresh = ConfigurationFolder.replacing(settings: [("codes", "on")], in: [])
    #expect(String(decoding: fresh, as: UTF8.self) == "set codes on\n")
  }
}
