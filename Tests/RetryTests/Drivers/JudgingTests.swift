import Dispatch
import Retry
import Testing

/// An executor whose thread can be recognised.
private final class QueueExecutor: SerialExecutor {
  private static let key = DispatchSpecificKey<Bool>()
  private let queue = DispatchQueue(label: "caller")

  init() { queue.setSpecific(key: Self.key, value: true) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}

/// A caller that notes where its values are judged.
private actor Caller {
  private let executor = QueueExecutor()
  private var isOnActor: [Bool] = []

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private func judge(_ value: Int) -> RequestError? {
    isOnActor.append(QueueExecutor.isCurrent)
    return value < 2 ? .timeout : nil
  }

  /// Makes a call by each of the drivers, whose second attempt gives a value that is accepted.
  func calls() async throws -> [Bool] {
    let policy = RetryPolicy<RequestError>(attempts: 2)
    var value = 0
    func next() -> Int {
      value = value == 2 ? 1 : value + 1
      return value
    }
    _ = try await retry(policy, judging: { self.judge($0) }) { () async throws(RequestError) in
      next()
    }
    _ = try await retry(policy, judging: { self.judge($0) }) { _ async throws(RequestError) in
      next()
    }
    _ = try await retry(policy, judging: { self.judge($0) }) { () async throws in next() }
    _ = try await retry(policy, judging: { self.judge($0) }) { _ async throws in next() }
    _ = try await policy.run(judging: { self.judge($0) }) { () async throws(RequestError) in next()
    }
    _ = try await policy.run(judging: { self.judge($0) }) { _ async throws(RequestError) in next() }
    _ = try await policy.run(judging: { self.judge($0) }) { () async throws in next() }
    _ = try await policy.run(judging: { self.judge($0) }) { _ async throws in next() }
    return isOnActor
  }
}

@Suite("Judging values")
struct JudgingTests {
  @Test("a value is judged on the actor of the caller, whatever the driver")
  func isolation() async throws {
    let places = try await Caller().calls()
    #expect(places == Array(repeating: true, count: 16))
  }
}
