import Retry

/// What a policy costs around an operation that succeeds at once, beside the bare call.
struct Overhead {
  private let rounds: Int
  private static let calls = 1_000_000

  init(_ options: Options) {
    rounds = options.rounds
  }

  private static let plain = RetryPolicy<any Error>(
    attempts: 3, backoff: .exponential(initial: .milliseconds(10)).fullJitter(), hint: { _ in nil })
  private static let timed = RetryPolicy<any Error>(attempts: 3, deadline: .seconds(5))

  /// Prints the nanoseconds of a call, and what lies over the bare one.
  func report() async throws {
    let (plain, timed) = (Self.plain, Self.timed)
    print("\na policy around an operation that succeeds at once, medians of \(rounds) rounds\n")
    print("  ns per call".padded(16) + "over bare".padded(-10) + "ratio".padded(-8))
    let bare = try await row("bare call", nil) { _ = try await succeed($0) }
    _ = try await row("retry(policy)", bare) { n in
      _ = try await retry(plain) { try await succeed(n) }
    }
    _ = try await row("policy.run", bare) { n in
      _ = try await plain.run { try await succeed(n) }
    }
    _ = try await row("policy.run, the attempt given", bare) { n in
      _ = try await plain.run { try await succeed($0.number) }
    }
    _ = try await row("retry(policy) with a deadline", bare) { n in
      _ = try await retry(timed) { try await succeed(n) }
    }
    let direct = try await row("bare blocking call", nil) { _ = try succeedBlocking($0) }
    _ = try await row("policy.runBlocking", direct) { n in
      _ = try plain.runBlocking { try succeedBlocking(n) }
    }
    _ = try await row("policy.runBlocking with a deadline", direct) { n in
      _ = try timed.runBlocking { try succeedBlocking(n) }
    }
  }

  /// Prints the row of one way to call, and returns its nanoseconds.
  @inline(__always)
  private func row(
    _ name: String, _ bare: Double?, isolation: isolated (any Actor)? = #isolation,
    _ call: (Int) async throws -> Void
  ) async throws -> Double {
    var times: [Double] = []
    for _ in 0..<rounds {
      let start = ContinuousClock.now
      for number in 0..<Self.calls { try await call(number) }
      let (seconds, attoseconds) = (ContinuousClock.now - start).components
      times.append((Double(seconds) * 1e9 + Double(attoseconds) * 1e-9) / Double(Self.calls))
    }
    let time = median(times)
    let over = bare.map { (text(time - $0, 1), text(time / $0, 2)) } ?? ("", "")
    print(
      "  " + text(time, 1).padded(14) + over.0.padded(-10) + over.1.padded(-8) + "  "
        + name)
    return time
  }
}

/// An operation that takes no time.
@inline(never)
private func succeed(_ number: Int) async throws -> Int { number &+ 1 }

/// A blocking operation that takes no time.
@inline(never)
private func succeedBlocking(_ number: Int) throws -> Int { number &+ 1 }
