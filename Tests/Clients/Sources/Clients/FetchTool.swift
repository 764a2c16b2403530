public import Dispatch
public import Retry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection that blocks the thread which reads from it.
public protocol BlockingSource: Sendable {
  /// Reads a file to its end, or until the connection is closed.
  func read(_ path: String) throws -> String
  /// Closes the connection that reads a file, so that the read ends with an error.
  func close(_ path: String)
}

/// How the tool ends, as its caller in a shell sees it.
public enum ExitCode: Int32, Sendable {
  /// All files were printed.
  case success = 0
  /// Some files could not be read.
  case failure = 1
  /// The host is down, so that it is worth another try later: `EX_TEMPFAIL`.
  case temporaryFailure = 75
  /// A signal ended it: 128 and the number of `SIGINT`.
  case interrupted = 130
}

/// A command-line tool that prints files of a host, one after the other.
public struct FetchTool: Sendable {
  private let source: any BlockingSource
  private let client: AnyPipeline<String>
  private let handle: RetryHandle
  private let output: @Sendable (String) -> Void

  /// Creates a tool that a handle ends.
  public init(
    source: any BlockingSource, client: AnyPipeline<String> = FetchTool.client(),
    handle: RetryHandle = RetryHandle(),
    output: @escaping @Sendable (String) -> Void = { print($0) }
  ) {
    (self.source, self.client, self.handle, self.output) = (source, client, handle, output)
  }

  /// Returns what each file goes through: a time, three attempts, and a breaker for all files.
  public static func client<C: Clock<Duration>>(
    clock: C = ContinuousClock(), attempt: Duration = .seconds(2)
  ) -> AnyPipeline<String> {
    let policy = RetryPolicy<any Error>(
      attempts: 3, backoff: .exponential(initial: .milliseconds(10)))
    let opening = CircuitBreaker(consecutiveFailures: 6, opening: .init(.seconds(30)))
    return AnyPipeline(
      Pipeline(
        Timeout(.seconds(10), clock: clock),
        Retrying(policy, budget: SharedBudget(.bucket(4, perCall: 0.5), clock: clock)),
        Breaker(opening, clock: clock), Timeout(attempt, clock: clock)))
  }

  /// Prints the files, and returns the code to exit with.
  ///
  /// A file that cannot be read is passed over; a host that is down ends the tool.
  @available(*, noasync)
  public func run(_ paths: [String]) -> ExitCode {
    var code = ExitCode.success
    for path in paths {
      do {
        output(try read(path))
      } catch is CancellationError {
        return .interrupted
      } catch let refusal as StrategyRefusal {
        output("\(path): \(refusal)")
        return .temporaryFailure
      } catch {
        output("\(path): \(error)")
        code = .failure
      }
    }
    return code
  }

  /// Reads a file, attempt by attempt, on this thread.
  @available(*, noasync)
  private func read(_ path: String) throws -> String {
    try client.callBlocking(handle: handle) { [source] attempt in
      attempt.onCancel { source.close(path) }
      return try source.read(path)
    }
  }

  /// Has Ctrl-C cancel a handle instead of ending the process, as long as the result is kept.
  public static func interrupts(cancel handle: RetryHandle) -> any DispatchSourceSignal {
    signal(SIGINT, SIG_IGN)
    let signals = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    signals.setEventHandler { handle.cancel() }
    signals.setCancelHandler { signal(SIGINT, SIG_DFL) }
    signals.resume()
    return signals
  }
}
