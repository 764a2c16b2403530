import Dispatch
import Retry
import RetryNumerics
import Testing
import VirtualTime

@Suite("Pipelines with callbacks")
struct PipelineCallbackTests {
  private struct Down: Error {}

  /// A scheduler whose time is that of a virtual clock.
  private struct Hands: RetryScheduler {
    let clock: VirtualClock

    var uptime: Duration { clock.now.time }

    func schedule(
      after delay: Duration, work: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
      clock.schedule(after: Nanoseconds(delay), work)
    }
  }

  private let clock = VirtualClock()
  private let log = Log()
  private let policy = RetryPolicy<any Error>(attempts: 3, backoff: .constant(.seconds(10)))

  /// Logs something with its time.
  private func note(_ text: String) { log.add("\(clock.milliseconds) \(text)") }

  /// Logs how a call ended.
  private func end(_ result: Result<Int, any Error>) {
    switch result {
    case .success(let value): note("value \(value)")
    case .failure(let error): note("\(error)")
    }
  }

  @Test("nothing runs within the call to start, and attempts report whenever they like")
  func reports() {
    let client = Pipeline(Retrying(policy, clock: clock))
    client.start(on: Hands(clock: clock)) { attempt, report in
      note("attempt \(attempt.attempt)")
      clock.schedule(after: Nanoseconds(.seconds(1))) {
        report(attempt.attempt < 2 ? .failure(Down()) : .success(7))
        report(.success(8))
      }
    } completion: {
      end($0)
    }
    #expect(log.lines.isEmpty)
    clock.advanceUntilIdle()
    #expect(log.lines == ["0 attempt 1", "11000 attempt 2", "12000 value 7"])
  }

  @Test("a timeout gives an attempt up, which is told and whose report comes too late")
  func timeout() {
    let client = Pipeline(
      Retrying(policy, clock: clock), Timeout(.seconds(1), clock: clock))
    client.start(on: Hands(clock: clock)) { attempt, report in
      note("attempt \(attempt.attempt)")
      attempt.onCancel { note("given up") }
      clock.schedule(after: Nanoseconds(.seconds(attempt.attempt == 1 ? 2 : 0))) {
        report(.success(attempt.attempt))
      }
    } completion: {
      end($0)
    }
    clock.advanceUntilIdle()
    #expect(log.lines == ["0 attempt 1", "1000 given up", "11000 attempt 2", "11000 value 2"])
  }

  @Test("a hedge that wins has the other attempt given up")
  func hedge() {
    let client = Pipeline(Hedging(Hedge(after: .seconds(3)), clock: clock))
    client.start(on: Hands(clock: clock)) { attempt, report in
      note("hedge \(attempt.hedge)")
      attempt.onCancel { note("\(attempt.hedge) given up") }
      if attempt.hedge == 1 { report(.success(7)) }
    } completion: {
      end($0)
    }
    clock.advanceUntilIdle()
    #expect(log.lines == ["0 hedge 0", "3000 hedge 1", "3000 0 given up", "3000 value 7"])
  }

  @Test("a handle gives up the attempt that runs, or the wait for the next")
  func handle() {
    let client = Pipeline(Retrying(policy, clock: clock))
    let running = client.start(on: Hands(clock: clock)) { attempt, _ in
      note("attempt")
      attempt.onCancel { note("given up") }
    } completion: {
      end($0)
    }
    clock.advance(by: .seconds(1))
    running.cancel()
    clock.advanceUntilIdle()
    let waiting = client.start(on: Hands(clock: clock)) { _, report in
      report(.failure(Down()))
    } completion: {
      end($0)
    }
    clock.advance(by: .seconds(5))
    waiting.cancel()
    waiting.cancel()
    clock.advanceUntilIdle()
    let never = client.start(on: Hands(clock: clock)) { _, _ in
      note("never")
    } completion: {
      end($0)
    }
    never.cancel()
    clock.advanceUntilIdle()
    #expect(
      log.lines == [
        "0 attempt", "1000 given up", "1000 CancellationError()", "6000 CancellationError()",
        "6000 CancellationError()",
      ])
  }

  @Test("what an attempt reports while it is told is ignored")
  func reportWhenTold() {
    let client = Pipeline(Timeout(.seconds(1), clock: clock))
    client.start(on: Hands(clock: clock)) { attempt, report in
      attempt.onCancel { report(.success(7)) }
    } completion: {
      end($0)
    }
    clock.advanceUntilIdle()
    #expect(log.lines == ["1000 not done within 1.0 seconds"])
  }

  @Test("nothing of an attempt that has ended is kept, even if its hook mentions it")
  func release() {
    final class Request: Sendable {}
    weak var request: Request?
    do {
      let mine = Request()
      request = mine
      Pipeline(Retrying(policy, clock: clock)).start(
        CallContext(tag: mine), on: Hands(clock: clock)
      ) { attempt, report in
        attempt.onCancel { report(.success(attempt.attempt)) }
        report(.success(7))
      } completion: {
        end($0)
      }
    }
    clock.advanceUntilIdle()
    #expect(log.lines == ["0 value 7"])
    #expect(request == nil)
  }

  @Test("a fallback and a judged value")
  func fallback() {
    let client = AnyPipeline<Int>(
      Pipeline(Fallback { _, context in context.tag as? Int ?? 0 }, Retrying(policy, clock: clock)))
    client.start(
      CallContext(tag: 5), on: Hands(clock: clock), judging: { $0 < 9 ? Down() : nil }
    ) { attempt, report in
      note("attempt \(attempt.attempt)")
      report(.success(attempt.attempt))
    } completion: {
      end($0)
    }
    clock.advanceUntilIdle()
    #expect(
      log.lines == ["0 attempt 1", "10000 attempt 2", "20000 attempt 3", "20000 value 5"])
  }

  @Test("many calls on a queue, a third of them cancelled, complete once each")
  func crowd() async {
    let client = Pipeline(
      Retrying(RetryPolicy<any Error>(attempts: 3)), Bulkhead(ConcurrencyLimit(5, queue: 1000)),
      Timeout(.seconds(60)))
    let queue = DispatchQueue(label: "calls", attributes: .concurrent)
    let ends = await withTaskGroup(of: Void.self) { group in
      for number in 0..<300 {
        group.addTask {
          await withCheckedContinuation { continuation in
            // A second completion would end the process.
            let handle = client.start(on: queue) { attempt, report in
              queue.async {
                report(attempt.attempt < 2 ? .failure(Down()) : .success(number))
                report(.failure(Down()))
              }
            } completion: { _ in
              continuation.resume()
            }
            if number % 3 == 0 { queue.async { handle.cancel() } }
          }
        }
      }
      return await group.reduce(into: 0) { count, _ in count += 1 }
    }
    #expect(ends == 300)
  }
}
