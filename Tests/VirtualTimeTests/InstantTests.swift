import RetryNumerics
import Testing
import VirtualTime

@Suite("Instant")
struct InstantTests {
  @Test("advancing saturates at the end of time")
  func saturates() {
    #expect(Instant.start.advanced(by: Nanoseconds(5)) == Instant(Nanoseconds(5)))
    #expect(Instant(Nanoseconds(7)).advanced(by: .never) == .never)
    #expect(Instant.never.advanced(by: Nanoseconds(1)) == .never)
    #expect(Instant.start.advanced(by: Swift.Duration.seconds(Int64.max)) == .never)
  }

  @Test("the distance between two instants leads from one to the other")
  func distance() {
    let early = Instant(Nanoseconds(100))
    let late = Instant(Nanoseconds(350))
    #expect(early < late)
    #expect(late.nanoseconds(since: early) == Nanoseconds(250))
    #expect(late.duration(to: early) == .nanoseconds(-250))
    #expect(early.advanced(by: early.duration(to: late)) == late)
    #expect(early.advanced(by: early.duration(to: .never)) == .never)
  }
}
