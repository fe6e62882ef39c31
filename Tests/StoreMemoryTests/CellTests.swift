import StoreMemory
import Testing

@Suite struct CellTests {
  @Test func `a change is seen by the next read`() {
    let cell = Cell([1, 2])
    cell.modify { $0.append(3) }
    #expect(cell.read { $0 } == [1, 2, 3])
  }

  @Test func `reads may run within reads`() {
    let cell = Cell(20)
    #expect(cell.read { outer in cell.read { inner in outer + inner } } == 40)
  }

  @Test func `an error ends the access that it is thrown from`() {
    struct Failure: Error {}
    let cell = Cell(1)
    #expect(throws: Failure.self) {
      try cell.modify { value throws(Failure) in
        value = 2
        throw Failure()
      }
    }
    cell.modify { $0 += 1 }
    #expect(cell.read { $0 } == 3)
  }

  @Test func `a cell releases its value once`() {
    final class Counted {
      let note: () -> Void
      init(_ note: @escaping () -> Void) { self.note = note }
      deinit { note() }
    }
    var endCount = 0
    do {
      let cell = Cell(Counted { endCount += 1 })
      cell.modify { $0 = Counted { endCount += 1 } }
      #expect(endCount == 1)
    }
    #expect(endCount == 2)
  }

  @Test func `a value that cannot be copied is held as well`() {
    struct Unique: ~Copyable { var number = 1 }
    let cell = Cell(Unique())
    cell.modify { $0.number = 2 }
    #expect(cell.read { $0.number } == 2)
  }

  @Test func `a change during a read stops the program, and breaks nothing`() async {
    await #expect(processExitsWith: .failure) {
      let cell = Cell(1)
      cell.read { _ in cell.modify { $0 = 2 } }
    }
  }

  @Test func `a read during a change stops the program, and breaks nothing`() async {
    await #expect(processExitsWith: .failure) {
      let cell = Cell(1)
      cell.modify { _ in _ = cell.read { $0 } }
    }
  }
}
