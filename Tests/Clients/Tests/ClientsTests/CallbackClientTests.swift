import Clients
import Retry
import RetryTesting
import Testing

/// A network whose requests end when a test says so, and which notes what happens when.
private final class ManualNetwork: CallbackNetwork {
  struct Request: PendingRequest {
    let number: Int
    let network: ManualNetwork

    func cancel() { network.note("cancel \(number)") }
  }

  typealias Completion = @Sendable (Result<String, any Error>) -> Void

  private let clock: VirtualClock
  private let state = Guarded<(events: [String], open: [Completion])>(([], []))

  init(clock: VirtualClock) { self.clock = clock }

  /// The starts and the ends of requests, with their times in milliseconds.
  var events: [String] { state.withLock(\.events) }

  func start(_ path: String, completion: @escaping Completion) -> any PendingRequest {
    let number = state.withLock { state in
      state.open.append(completion)
      return state.open.count
    }
    note("start \(number)")
    return Request(number: number, network: self)
  }

  /// Ends a request.
  func end(_ number: Int, _ result: Result<String, any Error>) {
    state.withLock { $0.open[number - 1] }(result)
  }

  func note(_ event: String) {
    let line = "\(event) at \(clock.now.time / .milliseconds(1))"
    state.withLock { $0.events.append(line) }
  }
}

@Suite struct CallbackClientTests {
  private let clock = VirtualClock()
  private let network: ManualNetwork
  private let client: CallbackClient<VirtualClock>
  private let results = Results()

  init() {
    network = ManualNetwork(clock: clock)
    client = CallbackClient(
      network: network, scheduler: clock, clock: clock, call: .seconds(4), attempt: .seconds(2))
  }

  /// What completions have received.
  private final class Results: Sendable {
    private let all = Guarded<[Result<String, any Error>]>([])

    var texts: [String] { all.withLock { $0.map { "\($0)" } } }

    func add(_ result: Result<String, any Error>) { all.withLock { $0.append(result) } }
  }

  @Test func `a page is handed to the completion once`() {
    client.load("/", completion: results.add)
    clock.advance(by: .seconds(1))
    #expect(results.texts.isEmpty)
    network.end(1, .success("hello"))
    network.end(1, .success("hello again"))
    clock.advanceUntilIdle()
    #expect(results.texts == [#"success("hello")"#])
    #expect(network.events == ["start 1 at 0.0"])
  }

  @Test func `a request that gets no answer is cancelled and made again`() {
    client.load("/", completion: results.add)
    clock.advance(by: .seconds(3))
    #expect(network.events == ["start 1 at 0.0", "cancel 1 at 2000.0", "start 2 at 2500.0"])
    network.end(1, .success("too late"))
    network.end(2, .success("hello"))
    clock.advanceUntilIdle()
    #expect(results.texts == [#"success("hello")"#])
  }

  @Test func `the time of the call ends it within an attempt`() {
    client.load("/", completion: results.add)
    clock.advanceUntilIdle()
    #expect(clock.now.time == .seconds(4))
    #expect(network.events.last == "cancel 2 at 4000.0")
    #expect(results.texts.count == 1)
    #expect(results.texts.first?.contains("not done within 4.0 seconds") == true)
  }

  @Test func `an empty page is asked for again`() {
    client.load("/", completion: results.add)
    clock.advance(by: .seconds(1))
    network.end(1, .success(""))
    clock.advance(by: .milliseconds(500))
    network.end(2, .success("hello"))
    clock.advanceUntilIdle()
    #expect(results.texts == [#"success("hello")"#])
    #expect(network.events == ["start 1 at 0.0", "start 2 at 1500.0"])
  }

  @Test func `a cancelled call stops its request and says so`() {
    let handle = client.load("/", completion: results.add)
    clock.advance(by: .seconds(1))
    handle.cancel()
    clock.advanceUntilIdle()
    #expect(network.events == ["start 1 at 0.0", "cancel 1 at 1000.0"])
    #expect(results.texts == ["failure(Swift.CancellationError())"])
  }

  @Test func `a call that is cancelled between two attempts makes no other`() {
    let handle = client.load("/", completion: results.add)
    clock.advance(by: .milliseconds(2100))
    handle.cancel()
    clock.advanceUntilIdle()
    #expect(network.events == ["start 1 at 0.0", "cancel 1 at 2000.0"])
    #expect(clock.now.time == .milliseconds(2100))
    #expect(results.texts == ["failure(Swift.CancellationError())"])
  }

  @Test func `calls at once do not disturb each other`() {
    for number in 1...100 { client.load("/\(number)", completion: results.add) }
    clock.advance(by: .seconds(1))
    for number in (1...100).reversed() { network.end(number, .success("page \(number)")) }
    clock.advanceUntilIdle()
    #expect(Set(results.texts) == Set((1...100).map { #"success("page \#($0)")"# }))
    #expect(results.texts.count == 100)
  }
}
