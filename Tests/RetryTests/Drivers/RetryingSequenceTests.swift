import Retry
import RetryNumerics
import Testing
import VirtualTime

@Suite("Sequences that begin anew")
struct RetryingSequenceTests {
  private struct Lost: Error, Equatable { let number: Int }

  private let clock = VirtualClock()
  private let log = Log()

  /// The parts of a sequence, each of which ends with an error; the last one ends.
  private func stream(_ parts: [[Int]])
    -> @Sendable (Int?) throws -> AsyncThrowingStream<
      Int, any Error
    >
  {
    let begun = Log()
    return { [log, clock] last in
      let number = begun.lines.count
      begun.add("begun")
      log.add("\(clock.milliseconds / 1000) s after \(last.map { "\($0)" } ?? "nothing")")
      return AsyncThrowingStream { stream in
        let part = parts[min(number, parts.count - 1)]
        for element in part { stream.yield(element) }
        stream.finish(throwing: number < parts.count - 1 ? Lost(number: number) : nil)
      }
    }
  }

  /// Reads a sequence to its end, and returns the elements and the error.
  private func read(
    _ policy: RetryPolicy<any Error>, _ parts: [[Int]],
    observer: RetryObserver<any Error>? = nil
  ) throws -> ([Int], (any Error)?) {
    let make = stream(parts)
    return try clock.run { [clock] in
      var elements: [Int] = []
      let all = RetryingSequence(policy, clock: clock, observer: observer, from: make)
      do {
        for try await element in all { elements.append(element) }
        return (elements, nil)
      } catch {
        return (elements, error)
      }
    }
  }

  private let policy = RetryPolicy<any Error>(
    attempts: 3, backoff: .exponential(initial: .seconds(1)), deadline: .seconds(60))

  @Test("each part begins after the last element, with the delays from the start after progress")
  func progress() throws {
    let (elements, error) = try read(policy, [[1, 2], [], [3], [], [], [4, 5]])
    #expect(elements == [1, 2, 3])
    #expect(error as? Lost == Lost(number: 4))
    #expect(
      log.lines == [
        "0 s after nothing", "1 s after 2", "3 s after 2", "4 s after 3", "6 s after 3",
      ])
  }

  @Test("a sequence that ends is not begun again")
  func end() throws {
    let (elements, error) = try read(policy, [[1], [2]])
    #expect(elements == [1, 2] && error == nil)
    #expect(log.lines == ["0 s after nothing", "1 s after 1"])
  }

  @Test("an error that no retry can help ends it, and no element comes after that")
  func notRetryable() async throws {
    let sequence = RetryingSequence(policy) { (_: Int?) -> AsyncThrowingStream<Int, any Error> in
      throw NotRetryable(Lost(number: 7))
    }
    var iterator = sequence.makeAsyncIterator()
    await #expect(throws: Lost(number: 7)) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test("the deadline counts from the first failure since the last element")
  func deadline() throws {
    let strict = RetryPolicy<any Error>(
      attempts: nil, backoff: .constant(.seconds(10)), deadline: .seconds(25))
    let (_, error) = try read(strict, [[], [], [1], [], [], [], []])
    #expect(error as? Lost == Lost(number: 4))
    #expect(clock.now.time == .seconds(40))
  }

  @Test("an observer sees each run of failures as a call")
  func events() throws {
    let log = Log()
    _ = try read(policy, [[], [1], []], observer: { log.add("\($0)") })
    #expect(log.lines.count(where: { $0.contains("attempt 1 failed") }) == 2)
    #expect(log.lines.count(where: { $0.contains("attempt 2 succeeded") }) == 2)
  }

  @Test("a cancelled task ends the wait")
  func cancelled() async {
    let patient = RetryPolicy<any Error>(attempts: nil, backoff: .constant(.seconds(3600)))
    let task = Task {
      let lost = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Lost(number: 1)) }
      for try await _ in lost.retrying(patient) {}
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
