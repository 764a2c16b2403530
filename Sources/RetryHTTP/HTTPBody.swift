public import Foundation

/// A body that is too large for the memory, and that each attempt reads from its start.
///
/// What a request has as `httpBody` needs none of this. A request with an `httpBodyStream` is sent once, since a stream
/// is used up by the first attempt.
public enum HTTPBody: Sendable {
  /// The contents of a file.
  case file(URL)
  /// What a new stream reads, which is made for each attempt.
  case stream(@Sendable () -> InputStream)
}
