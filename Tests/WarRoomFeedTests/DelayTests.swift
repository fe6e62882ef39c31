import Foundation
import Testing

@testable import warroom_feed

@Suite struct DelayTests {
  private let delay = Delay(everySeconds: 5)

  private func seconds(_ failures: Int, retryAfter: Double? = nil, chance: Double = 0) -> Double {
    delay.seconds(failureCount: failures, retryAfterSeconds: retryAfter, chance: chance)
  }

  @Test func `each failure doubles the delay, up to a minute`() {
    #expect((0...6).map { seconds($0) } == [5, 10, 20, 40, 60, 60, 60])
    #expect(seconds(.max) == 60)
  }

  @Test func `chance takes up to half of it, and never goes below the usual delay`() {
    #expect(seconds(3, chance: 0.5) == 30)
    #expect(seconds(3, chance: 1) == 20)
    #expect(seconds(1, chance: 1) == 5)
    #expect(seconds(0, chance: 1) == 5)
  }

  @Test func `a usual delay above the cap stays as it is`() {
    #expect(Delay(everySeconds: 600).seconds(failureCount: 9, retryAfterSeconds: nil, chance: 0) == 600)
  }

  @Test func `a server may request more time, up to five minutes, but not less`() {
    #expect(seconds(1, retryAfter: 120) == 120)
    #expect(seconds(1, retryAfter: 1e12) == 300)
    #expect(seconds(2, retryAfter: 1) == 20)
    #expect(seconds(0, retryAfter: 120) == 5)
  }

  @Test(
    arguments: [
      ("120", 120), (" 0 ", 0), ("Sun, 06 Nov 1994 08:49:47 GMT", 10), ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
      ("Sun, 06 Nov 1994 08:49:27 GMT", 0), ("-1", nil), ("1.5", nil), ("soon", nil), ("", nil),
    ] as [(String, Double?)])
  func `Retry-After is seconds or a date`(value: String, seconds: Double?) {
    #expect(Delay.retryAfter(value, now: Date(timeIntervalSince1970: 784_111_777)) == seconds)
  }

  @Test(
    arguments: [
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
      ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400), ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_799),
      ("Thu, 32 Jan 1970 00:00:00 GMT", nil), ("Thu, 01 Jan 1970 24:00:00 GMT", nil),
      ("Thu, 01 Jan 1970 00:00 GMT", nil), ("Thu, 01 Foo 1970 00:00:00 GMT", nil),
      ("Thu, 01 Jan 1970 00:00:00 CET", nil), ("Thu, 01 Jan +970 00:00:00 GMT", nil),
    ] as [(String, Double?)])
  func `a date is read as RFC 9110 writes it`(text: String, seconds: Double?) {
    #expect(Delay.date(text)?.timeIntervalSince1970 == seconds)
  }

  @Test(arguments: [(0, "0 s"), (0.44, "0.4 s"), (2, "2 s"), (59.96, "60 s"), (.infinity, "1000000000 s")])
  func `a delay is shown in tenths`(seconds: Double, text: String) {
    #expect(Delay.text(seconds) == text)
  }
}
