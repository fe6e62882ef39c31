import AutoUpdate
import TestSupport
import Testing

@Suite struct LiveSumTests {
  private struct Account: Storable {
    let id: Int
    var amount: Int128 = 0
    var total: UInt128 { UInt128(truncatingIfNeeded: amount) }
  }

  private let store = DataStore()
  private var accounts: Table<Account> { store.table(of: Account.self) }

  private func save(_ amounts: [Int128]) {
    store.transaction("amounts") { transaction in
      for (id, amount) in amounts.enumerated() { transaction.save(Account(id: id, amount: amount)) }
    }
  }

  @Test func `Sums of the largest numbers are exact, or the nearest bound`() {
    let query = LiveQuery(accounts, by: \.id)
    let (sum, total) = (query.liveSum(of: \.amount), query.liveSum(of: \.total))
    save([.max, .max, .min])
    #expect(sum.value == Int128.max - 1)
    #expect(total.value == .max)
    save([.max, .max, 1])
    #expect(sum.value == .max && total.value == .max)
    save([.max, 1, 0])
    #expect(sum.value == .max && total.value == UInt128(1) << 127)
    save([.min, .min, .max])
    #expect(sum.value == .min)
    save([.min, -1, 0])
    #expect(sum.value == .min)
    #expect(query.liveSum { UInt128($0.id) << 126 }.value == UInt128(3) << 126)
    #expect(query.liveSum { _ in Int64.max }.value == .max)
    #expect(query.liveSum { $0.id == 0 ? Int64.max : -1 }.value == Int64.max - 2)
  }

  @Test func `A sum that stays NaN is not told again`() {
    let sum = LiveQuery(accounts, by: \.id).liveSum { $0.id == 0 ? Double.nan : Double($0.amount) }
    save([0, 1])
    var tellings = 0
    let token = sum.observe { _ in tellings += 1 }
    for amount: Int128 in 2...5 { save([0, amount]) }
    #expect(tellings == 1 && sum.value.isNaN)
    store.transaction("gone") { _ = $0.delete(0, from: accounts) }
    #expect(tellings == 2 && sum.value == 5)
    token.cancel()
  }

  @Test(arguments: UInt64(0)..<60)
  func `Sums agree with sums of halves, whatever changes`(seed: UInt64) {
    var random = SplitMix(seed)
    let query = LiveQuery(accounts, by: \.id)
    let (sum, total) = (query.liveSum(of: \.amount), query.liveSum(of: \.total))
    for step in 0..<30 {
      store.transaction("step") { transaction in
        let id = random.below(8)
        if random.oneIn(5) { return _ = transaction.delete(id, from: accounts) }
        let amount =
          random.oneIn(3)
          ? [.max, .min, 0, 1, -1][random.below(5)] : Int128.random(in: .min ... .max, using: &random)
        transaction.save(Account(id: id, amount: amount))
      }
      let amounts = accounts.models.map(\.amount)
      let high = amounts.reduce(0) { $0 + ($1 >> 64) }
      let low = amounts.reduce(0) { $0 + ($1 & 0xFFFF_FFFF_FFFF_FFFF) }
      // The sum is `top · 2⁶⁴ + bottom`.
      let (top, bottom) = (high + low >> 64, low & 0xFFFF_FFFF_FFFF_FFFF)
      let expected: Int128 =
        top > Int128(Int64.max) ? .max : top < Int128(Int64.min) ? .min : top << 64 | bottom
      #expect(sum.value == expected, "seed \(seed), step \(step)")
      // Each negative amount is greater by 2¹²⁸ without its sign.
      let topWithoutSign = top + Int128(amounts.count { $0 < 0 }) << 64
      let expectedTotal: UInt128 =
        topWithoutSign > Int128(UInt64.max) ? .max : UInt128(topWithoutSign) << 64 | UInt128(bottom)
      #expect(total.value == expectedTotal, "seed \(seed), step \(step)")
    }
  }
}
