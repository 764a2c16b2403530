/// An attempt in blocking code or with callbacks: its context, and word of its cancellation.
///
/// A timeout, a hedge that lost or a cancelled handle gives an attempt up. Whoever waits for something registers what
/// ends that:
///
/// ```swift
/// let client = Pipeline(Timeout(.seconds(1)))
/// func load() throws -> String {
///   try client.callBlocking { attempt in
///     attempt.onCancel { print("close the socket") }
///     return "attempt \(attempt.attempt), \(attempt.timeLeft ?? .zero) left"
///   }
/// }
/// ```
@dynamicMemberLookup
public struct CallAttempt: Sendable {
  /// What the pipeline tells the attempt.
  public let context: CallContext
  let handle: RetryHandle

  /// Creates an attempt that nobody has given up, such as for a test.
  public init(_ context: CallContext = CallContext()) {
    self.init(context, handle: RetryHandle())
  }

  init(_ context: CallContext, handle: RetryHandle) {
    (self.context, self.handle) = (context, handle)
  }

  /// A part of the context.
  public subscript<Part>(dynamicMember part: KeyPath<CallContext, Part>) -> Part {
    context[keyPath: part]
  }

  /// Whether the attempt has been given up.
  public var isCancelled: Bool { handle.isCancelled }

  /// Registers what to do if the attempt is given up; does it at once if that has happened.
  ///
  /// It runs on the thread of whoever gives it up.
  public func onCancel(_ action: @escaping @Sendable () -> Void) {
    handle.whenCancelled(action)
  }
}
