import Clients
import Dispatch
import Retry
import RetryTesting
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A source whose reads fail by a script, or block until they are closed.
private final class ScriptedSource: BlockingSource {
  /// What becomes of a read.
  enum Step { case text, failure, blocking }

  private let script: Guarded<[Step]>
  private let blocked = DispatchSemaphore(value: 0)
  private let atBlock: @Sendable () -> Void
  private let paths = Guarded<(read: [String], closed: [String])>(([], []))

  /// Creates a source that goes on with the last step of its script.
  init(_ script: [Step], atBlock: @escaping @Sendable () -> Void = {}) {
    self.script = Guarded(script)
    self.atBlock = atBlock
  }

  /// The files that were read, once for each attempt.
  var reads: [String] { paths.withLock(\.read) }
  /// The files whose connection was closed.
  var closed: [String] { paths.withLock(\.closed) }

  func read(_ path: String) throws -> String {
    paths.withLock { $0.read.append(path) }
    switch script.withLock({ $0.count > 1 ? $0.removeFirst() : $0.first }) {
    case .text: return "text of \(path)"
    case .failure, nil: break
    case .blocking:
      atBlock()
      blocked.wait()
    }
    throw Disconnected()
  }

  func close(_ path: String) {
    paths.withLock { $0.closed.append(path) }
    blocked.signal()
  }
}

/// What a tool has printed.
private final class Paper: Sendable {
  private let printed = Guarded<[String]>([])

  var lines: [String] { printed.withLock(\.self) }

  func print(_ line: String) { printed.withLock { $0.append(line) } }
}

/// Runs a tool on a thread of its own, as its `main` would.
private func run(_ tool: FetchTool, _ paths: [String]) async -> ExitCode {
  await withCheckedContinuation { continuation in
    DispatchQueue(label: "main of the tool").async {
      continuation.resume(returning: tool.run(paths))
    }
  }
}

@Suite struct FetchToolTests {
  private let paper = Paper()

  @Test func `files are printed, and the code is zero`() async {
    let source = ScriptedSource([.failure, .text])
    let tool = FetchTool(source: source, output: paper.print)
    #expect(await run(tool, ["a", "b"]) == .success)
    #expect(paper.lines == ["text of a", "text of b"])
    #expect(source.reads == ["a", "a", "b"])
  }

  @Test func `a file that cannot be read is passed over`() async {
    let source = ScriptedSource([.failure, .failure, .failure, .text])
    let tool = FetchTool(source: source, output: paper.print)
    #expect(await run(tool, ["a", "b"]) == .failure)
    #expect(paper.lines == ["a: Disconnected()", "text of b"])
  }

  @Test func `the breaker ends the tool after six failures`() async {
    let source = ScriptedSource([.failure])
    let tool = FetchTool(source: source, output: paper.print)
    #expect(await run(tool, ["a", "b", "c", "d"]) == .temporaryFailure)
    #expect(source.reads == ["a", "a", "a", "b", "b", "b"])
    #expect(paper.lines.last?.hasPrefix("c: the breaker is open for another") == true)
  }

  @Test func `the budget ends the tool when retries no longer pay`() async {
    let file: [ScriptedSource.Step] = [.failure, .failure, .text]
    let source = ScriptedSource(file + file + file)
    let tool = FetchTool(source: source, output: paper.print)
    #expect(await run(tool, ["a", "b", "c"]) == .temporaryFailure)
    #expect(source.reads == ["a", "a", "a", "b", "b", "b", "c", "c"])
    #expect(paper.lines.last == "c: the retry budget is exhausted")
  }

  @Test func `an attempt that is too slow is closed`() async {
    let source = ScriptedSource([.blocking])
    let tool = FetchTool(
      source: source, client: FetchTool.client(attempt: .milliseconds(10)), output: paper.print)
    #expect(await run(tool, ["a"]) == .failure)
    #expect(source.closed == source.reads)
    #expect(paper.lines == ["a: not done within 0.01 seconds"])
  }

  @Test func `a handle that is cancelled ends the read, and the tool with it`() async {
    let handle = RetryHandle()
    let source = ScriptedSource([.text, .blocking], atBlock: { handle.cancel() })
    let tool = FetchTool(source: source, handle: handle, output: paper.print)
    #expect(await run(tool, ["a", "b", "c"]) == .interrupted)
    #expect(source.reads == ["a", "b"])
    #expect(source.closed == ["b"])
  }

  @Test func `the signal of Ctrl-C ends the tool with 130`() async {
    let handle = RetryHandle()
    let signals = FetchTool.interrupts(cancel: handle)
    let source = ScriptedSource([.blocking], atBlock: { kill(getpid(), SIGINT) })
    // The signal may be late where other tests keep the threads, so an attempt has all the time of its file.
    let client = FetchTool.client(attempt: .seconds(10))
    let tool = FetchTool(source: source, client: client, handle: handle, output: paper.print)
    #expect(await run(tool, ["a", "b"]).rawValue == 130)
    #expect(source.closed == ["a"])
    signals.cancel()
  }

  @Test func `a file that hangs takes six seconds and the two waits`() throws {
    let clock = VirtualClock()
    let client = FetchTool.client(clock: clock)
    #expect(throws: TimeoutError(limit: .seconds(2))) {
      try clock.run {
        try await client.call { _ in
          try await clock.sleep(for: .seconds(60))
          return "too late"
        }
      }
    }
    #expect(clock.now.time == .milliseconds(6030))
  }
}
