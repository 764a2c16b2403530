#if os(Linux)
  package import HTTPServer
  import Foundation
  import RetryNumerics

  /// What a test and the thread of a server share.
  private final class Shared<Note: Sendable>: Sendable {
    let notes = Locked<[Note]>([])
    let isStopped = Locked(false)
    let port = Locked<UInt16?>(nil)
    let begun = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)

    var knownPort: UInt16 {
      get throws {
        guard let port = port.withLock({ $0 }) else { throw NoServer() }
        return port
      }
    }

    func end() {
      isStopped.withLock { $0 = true }
      ended.wait()
    }
  }

  package struct NoServer: Error {}

  /// Runs a server on a thread of its own while a test talks to its port; returns what its service noted.
  @discardableResult
  package func serving<Note: Sendable>(
    _ settings: ServerSettings = ServerSettings(),
    by makeService:
      @escaping @Sendable (_ note: @escaping @Sendable (Note) -> Void) -> any Service,
    _ test: (UInt16) throws -> Void
  ) throws -> [Note] {
    let shared = begin(settings, makeService)
    do {
      defer { shared.end() }
      try test(try shared.knownPort)
    }
    return shared.notes.withLock { $0 }
  }

  /// Runs a server while a test awaits what it answers, which must not hold a thread that the answers are awaited on.
  @discardableResult
  package func serving<Note: Sendable>(
    _ settings: ServerSettings = ServerSettings(),
    by makeService:
      @escaping @Sendable (_ note: @escaping @Sendable (Note) -> Void) -> any Service,
    awaiting test: (UInt16) async throws -> Void
  ) async throws -> [Note] {
    let shared = begin(settings, makeService)
    do {
      defer { shared.end() }
      try await test(try shared.knownPort)
    }
    return shared.notes.withLock { $0 }
  }

  private func begin<Note: Sendable>(
    _ settings: ServerSettings,
    _ makeService:
      @escaping @Sendable (_ note: @escaping @Sendable (Note) -> Void) -> any Service
  ) -> Shared<Note> {
    let shared = Shared<Note>()
    Thread.detachNewThread {
      let service = makeService { note in shared.notes.withLock { $0.append(note) } }
      let server = try? Server(settings, service)
      shared.port.withLock { $0 = server?.port }
      shared.begun.signal()
      server?.run { shared.isStopped.withLock { $0 } }
      shared.ended.signal()
    }
    shared.begun.wait()
    return shared
  }
#endif
