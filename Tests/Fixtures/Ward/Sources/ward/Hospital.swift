import CommandLanguage
import Simulator
import TextViews

let hospital = World("ward", Unit.schema, Bed.schema, Nurse.schema, Patient.schema) {
  Start { world in
    for (name, count) in [("East", 3), ("West", 2)] {
      let unit = try world.add(Unit.self, named: name)
      for number in 1...count {
        try world.add(Bed.self, named: "\(name.prefix(1))\(number)") { $0.unit = unit }
      }
    }
    try world.add(Nurse.self, named: "Ada") { $0.isOnDuty = true }
    try world.add(Nurse.self, named: "Ben")
  }

  // Views
  Screen("floor", isOpen: true) {
    Lines("plan") { world in
      world.all(Unit.self).map { unit in
        let beds = world.all(Bed.self, where: \.unit, is: Reference(to: unit)).map { bed in
          "[\(bed.name) \(world.patient(in: bed)?.name ?? "-")]"
        }
        return "\(unit.name)  \(beds.joined(separator: " "))"
      }.joined(separator: "\n")
    }
    List(
      "queue", of: Patient.self, columns: ["name": .leading(8), "urgency": .trailing(1)],
      where: { $0.stay == .waiting }, by: \.urgency)
  }
  Rows("load", columns: [Column("unit", width: 6), Column("free", unit: " free"), Column("duty")]) { world in
    world.all(Unit.self).map { unit in
      let free = world.all(Bed.self, where: \.unit, is: Reference(to: unit)).count {
        world.patient(in: $0) == nil
      }
      let onDuty = world.all(Nurse.self, where: \.isOnDuty, is: true).map(\.name).joined(separator: ", ")
      return [unit.name, "\(free)", onDuty.isEmpty ? "nobody" : onDuty]
    }
  }
  Tree("staff") { world in
    world.all(Nurse.self, where: \.isOnDuty, is: true).map { nurse in
      Branch(
        nurse.name, world.all(Patient.self, where: \.carer, is: Reference(to: nurse)).map { Branch($0.name) })
    }
  }

  // Rules
  Constraint("no bed for two") { "not any beds as b where count(patients where place == b) > 1" }
  Constraint("nobody cares for more than four") { "not any nurses where count(it.team) > 4" }
  Invariant("a nurse off duty has no patients") { "not any nurses where not duty and any it.team" }
  LeadsTo("intensive care has a nurse", within: .ticks(2)) {
    "patients where stay.admitted == intensive and carer == none"
  } to: {
    "patients where stay.admitted != intensive or carer != none"
  }
  LeadsTo("nobody waits for long", over: Patient.self, within: .ticks(24)) { _, patient in
    patient.stay == .waiting && patient.urgency <= 2
  } to: { _, patient in
    patient.stay != .waiting || patient.urgency > 2
  }

  // Commands
  Command("arrive", "A patient comes", .newName(of: Patient.self), .field(\Patient.urgency)) {
    world, name, urgency in
    try world.add(Patient.self, named: name) { $0.urgency = urgency }
  }
  Command(
    "admit", "Give a patient a bed", .one(Patient.self), .one(Bed.self), Parameter<Care>.word("care")
  ) { world, patient, bed, care in
    try world.change(patient) { ($0.place, $0.stay) = (bed, .admitted(care)) }
  }
  Command("move", "Move a patient to another bed", .one(Patient.self), .one(Bed.self)) {
    world, patient, bed in
    try world.change(patient) { $0.place = bed }
  }
  Command("care", "Let a nurse care for a patient", .one(Nurse.self), .one(Patient.self)) {
    world, nurse, patient in
    guard world[nurse]?.isOnDuty == true else { throw Explanation("the nurse is not on duty", argument: 0) }
    try world.change(patient) { $0.carer = nurse }
  }
  Command("discharge", "Let a patient go", .one(Patient.self), .text("reason")) { world, patient, reason in
    try world.change(patient) { ($0.place, $0.carer, $0.stay) = (nil, nil, .left(reason)) }
  }

  // Time
  Every(8, "shift") { world in
    let nurses = world.all(Nurse.self)
    for nurse in nurses { try world.change(nurse) { $0.isOnDuty.toggle() } }
    let onDuty = nurses.filter { !$0.isOnDuty }
    for patient in world.all(Patient.self) where patient.carer != nil {
      try world.change(patient) { $0.carer = onDuty.first.map { Reference(to: $0) } }
    }
  }

  Feed(
    "ambulance", "Take in a patient from an ambulance", of: Patient(id: 0, name: "nobody"), \.name, \.urgency,
    example: #"{"name": "Cid", "urgency": 1}"#
  ) { world, patient in
    try world.add(Patient.self, named: patient.name) { $0.urgency = patient.urgency }
  }
}
