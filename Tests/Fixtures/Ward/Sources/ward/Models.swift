import CommandLanguage
import Simulator

enum Care: String, FieldWord { case light, full, intensive }

/// The stay of a patient in the hospital.
enum Stay: StateCases {
  case waiting
  case admitted(Care)
  case left(String)

  static let cases: [StateCase<Stay>] = [
    StateCase("waiting", .waiting),
    StateCase("admitted", Stay.admitted) { if case .admitted(let care) = $0 { care } else { nil } },
    StateCase("left", Stay.left) { if case .left(let reason) = $0 { reason } else { nil } },
  ]
}

struct Unit: Model {
  let id: Int
  var name: String

  static let schema = Schema<Unit>(
    "unit", plural: "units", "a part of the hospital", named: \.name, new: { Unit(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Inverse("places", "its beds", of: Bed.self, by: \.unit)
    Derived("free", "its beds that nobody lies in") { world, unit in
      world.all(Bed.self, where: \.unit, is: Reference(to: unit)).count { world.patient(in: $0) == nil }
    }
  }
}

struct Bed: Model {
  let id: Int
  var name: String
  var unit = Reference<Unit>(1)

  static let schema = Schema<Bed>(
    "bed", plural: "beds", "where a patient lies", named: \.name, new: { Bed(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Field("unit", \.unit, "where it stands", onRemove: .cascade)
  }
}

struct Nurse: Model {
  let id: Int
  var name: String
  var isOnDuty = false

  static let schema = Schema<Nurse>(
    "nurse", plural: "nurses", "who cares for patients", named: \.name, new: { Nurse(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Field("duty", \.isOnDuty, "whether the shift is theirs")
    Inverse("team", "whom they care for", of: Patient.self, by: \.carer)
  }
}

struct Patient: Model {
  let id: Int
  var name: String
  var urgency = 3
  var stay = Stay.waiting
  var place: Reference<Bed>?
  var carer: Reference<Nurse>?

  static let schema = Schema<Patient>(
    "patient", plural: "patients", "who is ill", named: \.name, new: { Patient(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Field("urgency", \.urgency, "1 is the most urgent", in: 1...5)
    Field(
      "stay", \.stay, "the way through the hospital",
      next: ["waiting": ["admitted", "left"], "admitted": ["left"]]
    )
    .access(.commandsOnly("admit", "care", "discharge"))
    .guarded { world, _, patient in
      if case .admitted = patient.stay, patient.place == nil {
        "there is no bed for the patient"
      } else {
        nil
      }
    }
    Field("place", \.place, "the bed", onRemove: .refuse).access(.commandsOnly("admit", "move"))
    Field("carer", \.carer, "who cares for the patient")
  }
}

extension Simulation {
  /// Who lies in a bed.
  func patient(in bed: Bed) -> Patient? { all(Patient.self, where: \.place, is: Reference(to: bed)).first }
}
