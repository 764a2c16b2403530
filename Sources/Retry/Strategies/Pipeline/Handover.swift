/// A call that a task makes for a thread that waits for it.
///
/// Unchecked: the thread does nothing until the task has ended, so only one of them uses it at a time, and nothing of
/// it outlives the wait.
final class Handover<Value>: @unchecked Sendable {
  private var body: (() async throws -> Value)?
  private var result: Result<Value, any Error> = .failure(CancellationError())

  init(_ body: @escaping () async throws -> Value) {
    self.body = body
  }

  /// Makes the call, in the task.
  func make() async {
    defer { body = nil }
    guard let body, !Task.isCancelled else { return }
    do { result = .success(try await body()) } catch { result = .failure(error) }
  }

  /// Returns the value, or throws the error.
  func value() throws -> Value { try result.get() }
}
