import Testing

@testable import TextViews

/// The columns of the unit list of the war room's map.
let unitColumns: Columns = [
  Column("face", gap: 1, identifies: true), Column("name", width: 8, identifies: true),
  Column("status", width: 7),
  Column("hp", width: 3, alignment: .trailing, unit: " hp"),
]

func unit(_ face: StaticString, _ name: String, _ status: StaticString, _ hp: Int) -> Fields {
  var fields = Fields()
  fields.append(word: face)
  fields.append(text: name)
  fields.append(word: status)
  fields.append(number: hp)
  return fields
}

func text(_ text: String) -> Fields {
  var fields = Fields()
  fields.append(text: text)
  return fields
}

func printed(_ body: (Console) -> Void) -> String {
  let console = Console()
  body(console)
  return String(decoding: console.take(), as: UTF8.self)
}

@Suite struct RowTests {
  let units = ViewPath("map").child("units")

  @Test func `The war room's first transcript comes out byte for byte`() {
    let ready = unit("🙂", "Arthur", "ready", 100)
    let reserve = ViewPath("reserve")
    let output = printed { console in
      console.emit(.appeared(units, row: 0, ready, in: unitColumns))
      console.emit(.appeared(units, row: 1, unit("🙂", "Morgana", "ready", 80), in: unitColumns))
      console.emit(
        .changed(units, row: 0, from: ready, to: unit("🤕", "Arthur", "wounded", 100), in: unitColumns))
      console.emit(.appeared(reserve, row: 0, text("Arthur"), in: .single))
      console.emit(.disappeared(reserve, row: 0, text("Arthur"), in: .single))
      console.emit(.changed(ViewPath("app/title"), from: text("no game"), to: text("matching"), in: .single))
      console.emit(.appeared(ViewPath("map/attacker"), text("you attack Mordred"), in: .single))
    }
    #expect(
      output == """
        + map/units 1  🙂 Arthur    ready    100 hp
        + map/units 2  🙂 Morgana   ready     80 hp
        ~ map/units 1  🙂→🤕 Arthur  ready→wounded  100 hp
        + reserve 1  Arthur
        - reserve 1  Arthur
        ~ app/title  no game→matching
        + map/attacker  you attack Mordred

        """)
  }

  @Test func `A wide or marked character keeps the columns aligned`() {
    let output = printed { console in
      for name in ["Arthur", "日本", "e\u{301}va", "👩\u{200D}🚀 Io", "🇨🇭"] {
        console.emit(.appeared(units, row: 0, unit("🙂", name, "ready", 5), in: unitColumns))
      }
    }
    #expect(
      output == """
        + map/units 1  🙂 Arthur    ready      5 hp
        + map/units 1  🙂 日本      ready      5 hp
        + map/units 1  🙂 e\u{301}va       ready      5 hp
        + map/units 1  🙂 👩\u{200D}🚀 Io     ready      5 hp
        + map/units 1  🙂 🇨🇭        ready      5 hp

        """)
  }

  @Test func `A field that overflows borrows from its gap, down to one space`() {
    let output = printed { console in
      console.emit(.appeared(units, row: 0, unit("🚶", "Arthur", "marching", 100), in: unitColumns))
      console.emit(.appeared(units, row: 0, unit("😠", "Guinevere", "fighting", 1000), in: unitColumns))
      console.emit(.appeared(units, row: 0, unit("😠", "Guinevere2", "fighting", -1), in: unitColumns))
    }
    #expect(
      output == """
        + map/units 1  🚶 Arthur    marching 100 hp
        + map/units 1  😠 Guinevere fighting 1000 hp
        + map/units 1  😠 Guinevere2 fighting  -1 hp

        """)
  }

  @Test func `A field with a space of its own keeps its gap, so where it ends stays plain`() {
    let output = printed { console in
      console.emit(.appeared(units, row: 0, unit("😠", "Sir Lancelot", "ready", 7), in: unitColumns))
    }
    #expect(output == "+ map/units 1  😠 Sir Lancelot  ready      7 hp\n")
  }

  @Test func `A name with an arrow is not taken for a change`() {
    let output = printed { console in
      console.emit(
        .changed(
          units, row: 0, from: unit("🙂", "a→b", "ready", 1), to: unit("🙂", "a", "ready", 2), in: unitColumns))
    }
    #expect(output == "~ map/units 1  🙂 a\\u{2192}b→a  ready  1→2 hp\n")
  }

  @Test func `A moved row is named, with its changes if it has any`() {
    let ready = unit("🙂", "Arthur", "ready", 100)
    let output = printed { console in
      console.emit(.moved(units, from: 2, to: 0, was: ready, is: ready, in: unitColumns))
      console.emit(
        .moved(
          units, from: 9, to: 10, was: ready, is: unit("🤕", "Arthur", "wounded", 99), in: unitColumns))
      console.emit(.moved(ViewPath("reserve"), from: 2, to: 0, was: text("A"), is: text("A"), in: .single))
    }
    #expect(
      output == """
        ^ map/units 3→1  🙂 Arthur
        ^ map/units 10→11  🙂→🤕 Arthur  ready→wounded  100→99 hp
        ^ reserve 3→1  A

        """)
  }

  @Test func `Fields that no column was declared for are laid out plainly and never trap`() {
    var many = Fields()
    for number in 0..<9 { many.append(number: number * 1_000_000_007 - 3) }
    let output = printed { console in
      console.emit(.appeared(units, row: Int.max - 1, many, in: []))
      console.emit(.changed(units, row: .max, from: Fields(), to: many, in: []))
      console.emit(.changed(units, from: many, to: Fields(), in: []))
    }
    #expect(output.split(separator: "\n").count == 3)
    #expect(output.hasPrefix("+ map/units 9223372036854775807  -3  1000000004  "))
  }

  @Test func `The numbers of a row are all of Int's`() {
    for number in [0, 1, 9, 10, 99, 100, 12345, Int.max, Int.min, -1, -10] {
      var fields = Fields()
      fields.append(number: number)
      #expect(fields.texts == ["\(number)"])
    }
  }

  @Test func `Taking what was printed leaves nothing`() {
    let console = Console()
    console.emit(.appeared(units, text("a"), in: .single))
    #expect(console.take().count == 15)
    #expect(console.bytes.isEmpty)
  }
}
