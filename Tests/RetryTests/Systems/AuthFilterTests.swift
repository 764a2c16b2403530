import Retry
import RetryNumerics
import RetrySystems
import Testing
import VirtualTime

/// A server that knows which tokens are good, and a login that gives them out.
private final class Server: Sendable {
  private struct State {
    var valid = 1
    var logins = 0
    var requests: [String] = []
  }

  let clock = VirtualClock()
  private let state: Locked<State>
  private let loginFails: Bool

  /// Creates a server whose next good token is the one with that number.
  init(valid: Int = 1, loginFails: Bool = false) {
    state = Locked(State(valid: valid))
    self.loginFails = loginFails
  }

  var logins: Int { state.withLock { $0.logins } }
  var requests: [String] { state.withLock { $0.requests } }

  /// Gives out the next token after a second, unless the caller does not wait for it.
  func login() async throws -> Int {
    let number = state.withLock { state in
      state.logins += 1
      return state.logins
    }
    try await clock.sleep(for: .seconds(1))
    if loginFails { throw RequestError.throttled(.zero) }
    return number
  }

  /// Answers a request after 100 ms.
  func fetch(_ call: Call) async throws -> String {
    let isGood = state.withLock { state in
      state.requests.append("\(call.token) at \(clock.milliseconds)")
      return call.token >= state.valid || Endless.goesOn(to: state.requests.count)
    }
    try await clock.sleep(for: .milliseconds(100))
    guard isGood else { throw RequestError.forbidden }
    return "page for \(call.token)"
  }

  /// A filter that logs in here, with no token at first.
  func filter() -> AuthFilter<Call, String> {
    AuthFilter(on: { $0 as? RequestError == .forbidden }, refresh: login) { _, token in
      Call(token: token)
    }
  }
}

/// A request with the number of its token.
private struct Call: Sendable {
  var token: Int = 0
}

@Suite("AuthFilter")
struct AuthFilterTests {
  @Test("on an authorization error it obtains a token, repeats once, and keeps the token")
  func refreshes() throws {
    let server = Server()
    let service = server.filter().andThen(server.fetch)
    let pages = try server.clock.run {
      [try await service.apply(request: Call()), try await service.apply(request: Call())]
    }
    #expect(pages == ["page for 1", "page for 1"])
    #expect(server.requests == ["0 at 0", "1 at 1100", "1 at 1200"])
    #expect(server.logins == 1)
  }

  @Test("a known token is used immediately, and a rejected one is not used twice")
  func once() throws {
    let server = Server(valid: 9)
    let service = AuthFilter<Call, String>(
      token: 7, on: { $0 as? RequestError == .forbidden }, refresh: server.login
    ) { Call(token: $0.token + $1) }.andThen(server.fetch)
    #expect(throws: RequestError.forbidden) {
      try server.clock.run { try await service.apply(request: Call()) }
    }
    #expect(server.requests == ["7 at 0", "1 at 1100"])
  }

  @Test("other errors are ignored, and the error of a failed login ends the call")
  func otherErrors() throws {
    let flaky = Flaky([.failure(.timeout)])
    let service = AuthFilter<Void, Int>(on: { $0 as? RequestError == .forbidden }) {
      Issue.record("there was a login")
    }.andThen { (_: Void) in try await flaky.call() }
    #expect(throws: RequestError.timeout) { try flaky.clock.run { try await service.apply() } }
    #expect(flaky.instants.count == 1)

    let server = Server(loginFails: true)
    let login = server.filter().andThen(server.fetch)
    #expect(throws: RequestError.throttled(.zero)) {
      try server.clock.run { try await login.apply(request: Call()) }
    }
    #expect(server.requests.count == 1)
  }

  @Test("inside the retries each attempt may log in, outside only the last one")
  func place() throws {
    let inside = Server(valid: 3)
    let outer = RetryFilter<Call, String>(attempts: 3, clock: inside.clock)
      .andThen(inside.filter()).andThen(inside.fetch)
    let page = try inside.clock.run { try await outer.apply(request: Call()) }
    #expect(page == "page for 3")
    #expect(inside.requests.map { $0.prefix(1) } == ["0", "1", "1", "2", "2", "3"])

    let host = Server(valid: 3)
    let inner = host.filter()
      .andThen(RetryFilter(attempts: 3, clock: host.clock)).andThen(host.fetch)
    #expect(throws: RequestError.forbidden) {
      try host.clock.run { try await inner.apply(request: Call()) }
    }
    #expect(host.requests.map { $0.prefix(1) } == ["0", "0", "0", "1", "1", "1"])
  }

  /// Sends requests at moments, cancels some, and returns how each ended in order of the end.
  private func send(
    _ server: Server, at moments: [Int], cancelling cancelled: [Int: Int] = [:]
  ) throws -> [String] {
    let (service, clock, log) = (server.filter().andThen(server.fetch), server.clock, Log())
    try clock.run {
      await withTaskGroup { group in
        for (number, moment) in moments.enumerated() {
          group.addTask {
            await clock.wait(moment)
            let task = Task(executorPreference: clock.executor) {
              try await service.apply(request: Call())
            }
            if let cancellation = cancelled[number] {
              await clock.wait(cancellation - moment)
              task.cancel()
            }
            log.add("\(number): \(await task.result) at \(clock.milliseconds)")
          }
        }
      }
    }
    #expect(clock.pendingSleepers == 0)
    return log.lines
  }

  @Test("concurrent failures share one login, even late ones")
  func shares() throws {
    let server = Server()
    // The last one is refused only after the login has ended.
    let ends = try send(server, at: [0, 0, 500, 1050])
    #expect(server.logins == 1)
    #expect(
      ends == [
        "0: success(\"page for 1\") at 1200", "1: success(\"page for 1\") at 1200",
        "2: success(\"page for 1\") at 1200", "3: success(\"page for 1\") at 1250",
      ])
  }

  @Test("a failed login ends all waiting callers, and the next caller tries again")
  func sharesFailure() throws {
    let server = Server(loginFails: true)
    let ends = try send(server, at: [0, 500, 2000])
    #expect(server.logins == 2)
    let failure = "failure(RetryTests.RequestError.throttled(0.0 seconds))"
    #expect(
      ends == ["0: \(failure) at 1100", "1: \(failure) at 1100", "2: \(failure) at 3100"])
  }

  @Test("if the caller that logs in is cancelled, another one continues")
  func handsOver() throws {
    let server = Server()
    let ends = try send(server, at: [0, 100, 200], cancelling: [0: 700, 1: 900])
    #expect(
      ends == [
        "0: failure(Swift.CancellationError()) at 700",
        "1: failure(Swift.CancellationError()) at 900",
        "2: success(\"page for 3\") at 2000",
      ])
    #expect(server.logins == 3)
  }

  @Test(
    "if the next caller is also cancelled at that moment, the one after it logs in",
    arguments: 0..<12)
  func handsOverToCancelled(turns: Int) throws {
    let server = Server()
    let (service, clock) = (server.filter().andThen(server.fetch), server.clock)
    let ends = try clock.run {
      let tasks = (0..<4).map { _ in
        Task(executorPreference: clock.executor) { try await service.apply(request: Call()) }
      }
      await clock.wait(700)
      tasks[0].cancel()
      // After so many turns of the others, the next one has been told, or has begun, or has not.
      for _ in 0..<turns { await Task.yield() }
      tasks[1].cancel()
      var ends: [String] = []
      for task in tasks { ends.append("\(await task.result) at \(clock.milliseconds)") }
      return ends
    }
    #expect(ends[..<2].allSatisfy { $0 == "failure(Swift.CancellationError()) at 700" })
    #expect(ends[2...].allSatisfy { $0.hasPrefix("success") && $0.hasSuffix("at 1800") })
    #expect(clock.pendingSleepers == 0)
  }

  @Test("a caller cancelled while it waits for a login leaves immediately")
  func leaves() throws {
    let server = Server()
    let ends = try send(server, at: [0, 100, 200], cancelling: [1: 500])
    #expect(
      ends == [
        "1: failure(Swift.CancellationError()) at 500",
        "0: success(\"page for 1\") at 1200", "2: success(\"page for 1\") at 1200",
      ])
    #expect(server.logins == 1)
  }

  /// Waits for tasks; those who still wait when all others have had their turns would wait for ever.
  private func finish(_ tasks: [Task<Int, any Error>]) async {
    let ends = Log()
    await withTaskGroup { group in
      for task in tasks { group.addTask { ends.add("\(await task.result)") } }
      var turns = 0
      while ends.lines.count < tasks.count, turns < 200_000 {
        turns += 1
        await Task.yield()
      }
      guard ends.lines.count < tasks.count else { return }
      Issue.record("a caller waits for ever")
      for task in tasks { task.cancel() }
    }
  }

  @Test("callers cancelled at the moment of the handover do not lose the login for the others")
  func handsOverInRace() async throws {
    for _ in 0..<300 {
      let filter = AuthFilter<Int, Int>(on: { $0 as? RequestError == .forbidden }) {
        for _ in 0..<20 {
          await Task.yield()
          try Task.checkCancellation()
        }
        return 1
      } authorize: { _, token in
        token
      }
      let service = filter.andThen { (token: Int) -> Int in
        guard token > 0 else { throw RequestError.forbidden }
        return token
      }
      let tasks = (0..<6).map { _ in Task { try await service.apply(request: 0) } }
      await Task.yield()
      await withTaskGroup { group in
        for task in tasks.dropLast() { group.addTask { task.cancel() } }
      }
      await finish(tasks)
      #expect(try await tasks[5].value == 1)
    }
  }

  @Test("many concurrent callers all end, including the cancelled ones")
  func manyCallers() async {
    let logins = Locked(0)
    let service = AuthFilter<Int, Int>(on: { $0 as? RequestError == .forbidden }) {
      await Task.yield()
      try Task.checkCancellation()
      return logins.withLock { logins in
        logins += 1
        return logins
      }
    } authorize: { _, token in
      token
    }.andThen { (token: Int) -> Int in
      await Task.yield()
      guard token > 0 else { throw RequestError.forbidden }
      return token
    }
    let tasks = (0..<500).map { number in
      let task = Task { try await service.apply(request: 0) }
      if number.isMultiple(of: 3) { task.cancel() }
      return task
    }
    await finish(tasks)
    for task in tasks {
      switch await task.result {
      case .success(let token): #expect(token > 0)
      case .failure(let error): #expect(error is CancellationError)
      }
    }
    #expect(logins.withLock { $0 } == 1)
  }
}
