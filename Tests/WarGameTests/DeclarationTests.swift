import CommandLanguage
import Testing

import Simulator
@testable import WarGame

struct DeclarationTests {
  @Test("the game's declarations are sound: no name stands twice, every one can be typed")
  func problems() {
    #expect(warRoom.problems == [])
  }

  @Test("every command has a topic, a summary and, with arguments, an example")
  func help() {
    for command in warRoom.table.commands {
      #expect(!command.topic.isEmpty && !command.summary.isEmpty, "\(command.name)")
      #expect(command.parameters.isEmpty || !command.examples.isEmpty, "\(command.name)")
    }
  }

  @Test("every example can be read as it stands")
  func examples() throws {
    let session = try warRoom.makeSession()
    for command in warRoom.table.commands {
      for example in command.examples {
        let line = session.prepare([session.read(Array(example.utf8).span)])[0]
        #expect(line.isSound, "\(example)")
      }
    }
  }
}
