import Values

@testable import Simulator

/// A change of a world from one version to the next.
struct SchemaCase: Sendable {
  /// A field of an object: its kind, its name and its value.
  struct Held: Equatable {
    var kind: String
    var field: String
    var value: Value
  }

  var name: String
  /// The kinds and fields that the change is about. Changes with different subjects can be combined.
  var subjects: [String]
  /// A Boolean value that indicates whether a store with objects is read-only until the difference is resolved.
  var isBlocking = false
  var apply: @Sendable (inout WorldPlan) -> Void
  /// Returns the new value of a field; `nil` if it can no longer be read. By default, values are unchanged.
  var fate: @Sendable (Held) -> Held? = { $0 }
}

extension SchemaCase {
  static let base = WorldPlan(
    kinds: [
      .init(
        name: "person", plural: "people",
        fields: [
          .init(name: "weight", type: .number, initial: .number(0), bounds: 0...300),
          .init(name: "rating", type: .decimal, initial: .decimal(0.5)),
          .init(name: "note", type: .text, initial: .text("")),
          .init(name: "side", type: .word(["left", "right", "middle", "none_yet"]), initial: .word("left")),
          .init(name: "nick", type: .optional(.text), initial: .none),
          .init(name: "boss", type: .optional(.reference(0)), initial: .none),
          .init(name: "old", type: .truth, initial: .truth(false)),
          .init(name: "code", type: .text, initial: .text("c")),
          .init(name: "tags", type: .list(.text), initial: .list([])),
          .init(name: "home", type: .optional(.text), initial: .text("here")),
          .init(name: "blank", type: .optional(.text), initial: .none),
          .init(name: "level", type: .number, initial: .number(1), bounds: 0...10),
        ]),
      .init(
        name: "team", plural: "teams", fields: [.init(name: "size", type: .number, initial: .number(1))]),
      .init(
        name: "robot", plural: "robots", fields: [.init(name: "power", type: .number, initial: .number(1))]),
    ], rules: [("people are light", "not any people where weight > 250")], schedules: ["shift"])

  /// The lines of the first version, each of which is a step.
  static let lines = [
    "add person Ann weight=70 rating=1.5 note=hello nick=An old=true code=seven",
    "add person Bob weight=200 side=right code=nine boss=Ann level=9",
    "add team Reds size=3",
    "change Ann weight=71 tags=([\"x\", \"y\"])",
    "change Bob side=middle note=away",
    "add person Cid side=right weight=5",
    "change Cid weight=6 note=gone",
    "remove Cid",
    "add team Blues size=4",
    "change Ann boss=Bob",
  ]

  // MARK: The table

  static let all: [SchemaCase] = [
    .init(name: "a field is added", subjects: ["person.height"]) {
      $0.change("person") { $0.fields.append(.init(name: "height", type: .number, initial: .number(180))) }
    },
    .init(name: "a field that may be none is added", subjects: ["person.alias"]) {
      $0.change("person") { $0.fields.append(.init(name: "alias", type: .optional(.text), initial: .none)) }
    },
    .init(name: "a kind is added", subjects: ["crew"]) {
      $0.kinds.append(.init(name: "crew", plural: "crews"))
    },
    .init(
      name: "a field is renamed with `formerly`", subjects: ["person.note"],
      apply: {
        $0.change("person", "note") { field in
          field.name = "remark"
          field.formerly = ["note"]
        }
      }, fate: renaming("person.note", to: "remark")),
    .init(
      name: "a field is renamed without `formerly`", subjects: ["person.note"], isBlocking: true,
      apply: { $0.change("person", "note") { $0.name = "remark" } }, fate: losing("person.note")),
    .init(
      name: "a new field takes the former name of a renamed field", subjects: ["person.note"],
      apply: { plan in
        plan.change("person", "note") { field in
          field.name = "remark"
          field.formerly = ["note"]
        }
        plan.change("person") { $0.fields.append(.init(name: "note", type: .number, initial: .number(7))) }
      }, fate: renaming("person.note", to: "remark")),
    .init(
      name: "two fields exchange their names with `formerly`", subjects: ["person.note", "person.code"],
      apply: { plan in
        plan.change("person", "note") { ($0.name, $0.formerly) = ("code now", ["note"]) }
        plan.change("person", "code") { ($0.name, $0.formerly) = ("note", ["code"]) }
        plan.change("person", "code now") { $0.name = "code" }
      },
      fate: renaming(["person.note": "code", "person.code": "note"])),
    .init(
      name: "a field takes the name of one that is renamed with `formerly`",
      subjects: ["person.note", "person.code"],
      apply: { plan in
        plan.change("person", "note") { ($0.name, $0.formerly) = ("remark", ["note"]) }
        plan.change("person", "code") { ($0.name, $0.formerly) = ("note", ["code"]) }
      },
      fate: renaming(["person.note": "remark", "person.code": "note"])),
    .init(
      name: "a field is removed", subjects: ["person.weight"], isBlocking: true,
      apply: { plan in
        plan.change("person") { $0.fields.removeAll { $0.name == "weight" } }
        plan.rules = []
      }, fate: losing("person.weight")),
    .init(
      name: "a field is removed, and no object has a value for it", subjects: ["person.blank"],
      apply: { $0.change("person") { $0.fields.removeAll { $0.name == "blank" } } },
      fate: losing("person.blank")),
    .init(
      name: "a kind is renamed with `formerly`", subjects: ["team"],
      apply: {
        $0.change("team") { kind in
          (kind.name, kind.plural, kind.formerly) = ("crew", "crews", ["team"])
        }
      },
      fate: { held in
        held.kind == "team" ? Held(kind: "crew", field: held.field, value: held.value) : held
      }),
    .init(
      name: "a kind is renamed without `formerly`", subjects: ["team"], isBlocking: true,
      apply: { $0.change("team") { ($0.name, $0.plural) = ("crew", "crews") } },
      fate: { $0.kind == "team" ? nil : $0 }),
    .init(
      name: "a kind is removed", subjects: ["team"], isBlocking: true,
      apply: { plan in plan.kinds.removeAll { $0.name == "team" } }, fate: { $0.kind == "team" ? nil : $0 }),
    .init(
      name: "a kind without objects is removed", subjects: ["robot"],
      apply: { plan in plan.kinds.removeAll { $0.name == "robot" } }),
    .init(
      name: "a whole number becomes a decimal", subjects: ["person.weight"],
      apply: { plan in
        plan.change("person", "weight") { field in
          (field.type, field.initial, field.bounds) = (.decimal, .decimal(0), nil)
        }
      },
      fate: { held in
        guard held.kind == "person", held.field == "weight", case .number(let number) = held.value else {
          return held
        }
        return Held(kind: "person", field: "weight", value: .decimal(Double(number)))
      }),
    .init(
      name: "a decimal becomes a whole number", subjects: ["person.rating"], isBlocking: true,
      apply: { $0.change("person", "rating") { ($0.type, $0.initial) = (.number, .number(0)) } },
      fate: losing("person.rating")),
    .init(
      name: "a whole number becomes a text", subjects: ["person.level"], isBlocking: true,
      apply: { plan in
        plan.change("person", "level") { field in
          (field.type, field.initial, field.bounds) = (.text, .text(""), nil)
        }
      }, fate: losing("person.level")),
    .init(
      name: "a text becomes a whole number", subjects: ["person.code"], isBlocking: true,
      apply: { $0.change("person", "code") { ($0.type, $0.initial) = (.number, .number(0)) } },
      fate: losing("person.code")),
    .init(
      name: "a truth becomes a text", subjects: ["person.old"], isBlocking: true,
      apply: { $0.change("person", "old") { ($0.type, $0.initial) = (.text, .text("")) } },
      fate: losing("person.old")),
    .init(name: "a field may now be none", subjects: ["person.note"]) {
      $0.change("person", "note") { $0.type = .optional(.text) }
    },
    .init(
      name: "a field may no longer be none, and some values are", subjects: ["person.nick"], isBlocking: true,
      apply: { $0.change("person", "nick") { ($0.type, $0.initial) = (.text, .text("")) } },
      fate: { held in
        held.kind == "person" && held.field == "nick" && held.value == .none ? nil : held
      }),
    .init(name: "a field may no longer be none, and no value is", subjects: ["person.home"]) {
      $0.change("person", "home") { $0.type = .text }
    },
    .init(
      name: "a word becomes a text", subjects: ["person.side"],
      apply: { $0.change("person", "side") { ($0.type, $0.initial) = (.text, .text("left")) } },
      fate: { held in
        guard held.kind == "person", held.field == "side", case .word(let word) = held.value else {
          return held
        }
        return Held(kind: "person", field: "side", value: .text(word))
      }),
    .init(
      name: "a text becomes a word, and all texts are among the words", subjects: ["person.home"],
      apply: {
        $0.change("person", "home") {
          ($0.type, $0.initial) = (.optional(.word(["here", "there"])), .word("here"))
        }
      },
      fate: { held in
        guard held.kind == "person", held.field == "home", case .text(let text) = held.value else {
          return held
        }
        return Held(kind: "person", field: "home", value: .word(text))
      }),
    .init(
      name: "a text becomes a word, and some texts are not among the words", subjects: ["person.note"],
      isBlocking: true,
      apply: {
        $0.change("person", "note") { ($0.type, $0.initial) = (.word(["hello", "bye"]), .word("bye")) }
      },
      fate: { held in
        guard held.kind == "person", held.field == "note", case .text(let text) = held.value else {
          return held
        }
        return text == "hello" ? Held(kind: "person", field: "note", value: .word(text)) : nil
      }),
    .init(name: "a word is added", subjects: ["person.side"]) {
      $0.change("person", "side") { $0.type = .word(["left", "right", "middle", "none_yet", "up"]) }
    },
    .init(name: "a word is removed, and no object has it", subjects: ["person.side"]) {
      $0.change("person", "side") { $0.type = .word(["left", "right", "middle"]) }
    },
    .init(
      name: "a word is removed, and an object has it", subjects: ["person.side"], isBlocking: true,
      apply: { $0.change("person", "side") { $0.type = .word(["left", "right", "none_yet"]) } },
      fate: { $0.value == .word("middle") ? nil : $0 }),
    .init(
      name: "a word is renamed with `formerly`", subjects: ["person.side"],
      apply: {
        $0.change("person", "side") { field in
          field.type = .word(["left", "right", "centre", "none_yet"])
          field.formerWords = ["middle": "centre"]
        }
      },
      fate: { held in
        held.value == .word("middle")
          ? Held(kind: held.kind, field: held.field, value: .word("centre")) : held
      }),
    .init(
      name: "a word is renamed without `formerly`", subjects: ["person.side"], isBlocking: true,
      apply: { $0.change("person", "side") { $0.type = .word(["left", "right", "centre", "none_yet"]) } },
      fate: { $0.value == .word("middle") ? nil : $0 }),
    .init(name: "a range is wider", subjects: ["person.level"]) {
      $0.change("person", "level") { $0.bounds = 0...20 }
    },
    .init(name: "a range is narrower, and all objects are within it", subjects: ["person.level"]) {
      $0.change("person", "level") { $0.bounds = 0...9 }
    },
    .init(name: "a range is narrower, and some objects are outside", subjects: ["person.level"]) {
      $0.change("person", "level") { $0.bounds = 0...5 }
    },
    .init(name: "a constraint that holds is added", subjects: ["rules"]) {
      $0.rules.append(("people have names", "not any people where name == \"\""))
    },
    .init(name: "a constraint that is broken is added", subjects: ["rules"]) {
      $0.rules.append(("levels are low", "not any people where level > 5"))
    },
    .init(name: "a constraint has changed", subjects: ["rules"]) {
      $0.rules = [("people are light", "not any people where weight > 240")]
    },
    .init(name: "a constraint is removed", subjects: ["rules"]) { $0.rules = [] },
    .init(
      name: "a reference leads to another kind", subjects: ["person.boss"], isBlocking: true,
      apply: { $0.change("person", "boss") { $0.type = .optional(.reference(1)) } },
      fate: { held in
        held.kind == "person" && held.field == "boss" && held.value != .none ? nil : held
      }),
    .init(
      name: "a value becomes a list", subjects: ["team.size"], isBlocking: true,
      apply: { $0.change("team", "size") { ($0.type, $0.initial) = (.list(.number), .list([])) } },
      fate: losing("team.size")),
    .init(name: "the order of the fields differs", subjects: ["order"]) {
      $0.change("person") { $0.fields.reverse() }
    },
  ]

  private static func renaming(_ field: String, to name: String) -> @Sendable (Held) -> Held? {
    renaming([field: name])
  }

  private static func renaming(_ names: [String: String]) -> @Sendable (Held) -> Held? {
    { held in
      let name = names["\(held.kind).\(held.field)"] ?? held.field
      return Held(kind: held.kind, field: name, value: held.value)
    }
  }

  private static func losing(_ field: String) -> @Sendable (Held) -> Held? {
    { "\($0.kind).\($0.field)" == field ? nil : $0 }
  }
}
