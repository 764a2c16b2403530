import Retry
import RetryNumerics
import RetrySystems
import Testing
import VirtualTime

/// What can go wrong with a video.
enum VideoError: Error {
  case networkFailure(underlying: any Error)
  case exceedSize
  case invalidFormat
}

extension VideoError: Equatable {
  static func == (left: VideoError, right: VideoError) -> Bool {
    switch (left, right) {
    case (.exceedSize, .exceedSize), (.invalidFormat, .invalidFormat): true
    case (.networkFailure(let left), .networkFailure(let right)):
      left as? RequestError == right as? RequestError
    default: false
    }
  }
}

/// Five stages, two of which may fail, and the order in which they ran.
private final class Pipeline {
  var steps: [String] = []
  var brokenWrites: Int
  var brokenConversions: Int

  init(brokenConversions: Int = 0, brokenWrites: Int = 0) {
    self.brokenConversions = brokenConversions
    self.brokenWrites = brokenWrites
  }

  func read() -> Result<String, VideoError> { note("read", "raw") }
  func parse(_ text: String) -> Result<Int, VideoError> { note("parse", text.count) }
  func apply(_ number: Int) -> Int { number * 2 }

  func convert(_ number: Int) -> Result<String, VideoError> {
    brokenConversions -= 1
    guard brokenConversions < 0 else {
      return note("convert", "").flatMap { _ in .failure(.invalidFormat) }
    }
    return note("convert", "\(number)")
  }

  func write(_ text: String) -> Result<String, VideoError> {
    brokenWrites -= 1
    guard brokenWrites < 0 else {
      return note("write", "").flatMap { _ in
        .failure(.networkFailure(underlying: RequestError.timeout))
      }
    }
    return note("write", text)
  }

  private func note<Value>(_ step: String, _ value: Value) -> Result<Value, VideoError> {
    steps.append(step)
    return .success(value)
  }
}

@Suite("Results")
struct ResultTests {
  private static let policy = RetryPolicy<VideoError>(
    attempts: 3,
    on: { error in
      guard case .networkFailure(let underlying) = error else { return false }
      return underlying as? RequestError == .timeout
    })

  @Test("around one stage, that stage is repeated")
  func aroundStage() {
    let pipeline = Pipeline(brokenWrites: 2)
    let result = pipeline.read().flatMap(pipeline.parse).map(pipeline.apply)
      .flatMap(pipeline.convert)
      .flatMap { text in .retryingBlocking(Self.policy) { pipeline.write(text) } }
    #expect(result == .success("6"))
    #expect(pipeline.steps == ["read", "parse", "convert", "write", "write", "write"])
  }

  @Test("around the chain, all stages are repeated")
  func aroundChain() {
    let pipeline = Pipeline(brokenWrites: 2)
    let result = Result.retryingBlocking(Self.policy) {
      pipeline.read().flatMap(pipeline.parse).map(pipeline.apply)
        .flatMap(pipeline.convert).flatMap { pipeline.write($0) }
    }
    #expect(result == .success("6"))
    let once = ["read", "parse", "convert", "write"]
    #expect(pipeline.steps == once + once + once)
  }

  @Test("a filter sees the nested error, and the result keeps its type")
  func filters() {
    let pipeline = Pipeline(brokenConversions: 1)
    let result: Result<String, VideoError> = .retryingBlocking(Self.policy) { pipeline.convert(1) }
    #expect(result == .failure(.invalidFormat))
    #expect(pipeline.steps == ["convert"])

    var executions = 0
    let forbidden = Result<Int, VideoError>.retryingBlocking(Self.policy) {
      executions += 1
      return .failure(.networkFailure(underlying: RequestError.forbidden))
    }
    #expect(forbidden == .failure(.networkFailure(underlying: RequestError.forbidden)))
    #expect(forbidden != .failure(.networkFailure(underlying: RequestError.timeout)))
    #expect(executions == 1)
  }

  @Test("errors are mapped, handled and thrown as in the standard library")
  func standard() throws {
    let failure = Result<Int, VideoError>.failure(.exceedSize)
    #expect(failure.mapError { _ in RequestError.forbidden } == .failure(.forbidden))
    #expect(failure.flatMapError { _ in Result<Int, VideoError>.success(1) } == .success(1))
    #expect(throws: VideoError.exceedSize) { try failure.get() }
    let caught = Result { () throws(VideoError) -> Int in throw .invalidFormat }
    #expect(caught == .failure(.invalidFormat))
  }

  @Test("a result waits under the policy, and is that of the last attempt")
  func blockingTimeline() {
    let world = TaskDriverTests.world([.failure(.timeout), .failure(.forbidden)])
    let policy = RetryPolicy<RequestError>(retries: 2, backoff: .constant(.seconds(1)))
    let result = Result.retryingBlocking(policy, timer: world) { world.attempt() }
    #expect(result == .failure(.forbidden))
    #expect(
      world.timeline.attempts.map(\.start.count) == [0, 1_100_000_000, 2_200_000_000])
  }

  @Test("the asynchronous form has the same timeline")
  func asynchronousTimeline() throws {
    let flaky = Flaky(
      [.failure(.timeout), .failure(.timeout), .success], latency: .milliseconds(100))
    let policy = RetryPolicy<RequestError>(retries: 2, backoff: .constant(.seconds(1)))
    let result = try flaky.clock.run {
      await Result.retrying(policy, clock: flaky.clock) {
        await Result { () async throws(RequestError) in try await flaky.call() }
      }
    }
    #expect(result == .success(3))
    #expect(flaky.instants == [0, 1100, 2200])
  }

  @Test("a call that ends without a value has the result of its last attempt")
  func completed() {
    let policy = RetryPolicy<RequestError>(attempts: 2, exhausted: .complete)
    let world = TaskDriverTests.world([.failure(.timeout), .failure(.forbidden)])
    #expect(
      Result.retryingBlocking(policy, timer: world) { world.attempt() } == .failure(.forbidden))
  }

  @Test("one attempt is made even if already cancelled, and none after that")
  func cancelled() async {
    let policy = RetryPolicy<RequestError>(attempts: nil)
    let (handle, world) = (RetryHandle(), TaskDriverTests.world([.failure(.timeout)]))
    handle.cancel()
    func blocking() -> Result<Int, RequestError> {
      .retryingBlocking(policy, timer: world, handle: handle) { world.attempt() }
    }
    #expect(blocking() == .failure(.timeout))
    #expect(world.timeline.attempts.count == 1)

    let flaky = Flaky([.failure(.timeout)])
    let result = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await Result.retrying(policy) { flaky.result() }
    }.value
    #expect(result == .failure(.timeout))
    #expect(flaky.instants.count == 1)
  }
}
