import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

/// Whether the tests, and what they test, are built with assertions.
private let hasAssertions: Bool = {
  var isReached = false
  assert(
    {
      isReached = true
      return true
    }())
  return isReached
}()

@Suite("What cannot be")
struct ImpossibleStateTests {
  @Test("an index out of bounds stops a build with assertions", .enabled(if: hasAssertions))
  func bounds() async {
    await #expect(processExitsWith: .failure) {
      let numbers = UnsafeArray([1, 2])
      print(numbers[2])
    }
    await #expect(processExitsWith: .success) {
      let numbers = UnsafeArray([1, 2])
      print(numbers[1])
    }
  }

  @Test("a record that was not added stops a build with assertions", .enabled(if: hasAssertions))
  func records() async {
    await #expect(processExitsWith: .failure) {
      let records = RecordBuffer<Int>(bytes: 8, capacity: 4)
      print(records[0])
    }
  }

  @Test(
    "a part beyond the end of its record stops a build with assertions", .enabled(if: hasAssertions)
  )
  func parts() async {
    await #expect(processExitsWith: .failure) {
      var records = RecordBuffer<Int>(bytes: 8, capacity: 4)
      records.append(1)
      print(records[0, 8, as: Int.self])
    }
  }

  // In release, a precondition stops without its words.
  @Test(
    "a service that ends while nothing is served stops with state and event",
    .enabled(if: hasAssertions))
  func idleServer() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let server = try Server("db", slots: 1, service: .constant(.zero))
      var line = ServiceLine<Int>(server, DrawKey(seed: 1, name: "db"))
      print(line.end(0, .start).fault)
    }
    let told = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(told.contains("the service of ticket 0 ends while all slots are idle"), "\(told)")
  }

  @Test(
    "a stage that is subscribed twice stops a build with assertions, and says which",
    .enabled(if: hasAssertions))
  func liveStage() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var run = Run(limits: Limits())
      let alarm = Alarm { _ in }
      alarm.subscribe(&run)
      alarm.subscribe(&run)
    }
    let told = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(told.contains("'alarm' is subscribed while it is live"), "\(told)")
  }
}
