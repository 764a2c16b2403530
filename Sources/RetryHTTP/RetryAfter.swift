public import Foundation

/// The time that a server asks a client to wait for.
public enum RetryAfter {
  /// Returns the time that a `Retry-After` header asks for, in seconds or as a date; `nil` if it has neither form.
  ///
  /// A date counts from the `Date` of the same response if there is one, so that a client whose clock is wrong waits as
  /// long as the server means. One in the past asks for no time. Fractions of a second, which HTTP does not have, are
  /// read because servers send them.
  ///
  /// ```swift
  /// let delay = RetryAfter.delay("120", now: Date())
  /// print(delay ?? .zero)  // 120.0 seconds
  /// ```
  public static func delay(_ header: String, date: String? = nil, now: Date) -> Duration? {
    let text = header.trimmingCharacters(in: .whitespaces)
    if let seconds = seconds(text) { return .seconds(min(seconds, longest)) }
    let now = now.timeIntervalSince1970
    guard let end = HTTPDate.seconds(of: text, now: now) else { return nil }
    let start = date.flatMap { HTTPDate.seconds(of: $0, now: now) } ?? now
    return .seconds(min(max(end - start, 0), longest))
  }

  /// The seconds above which a time is as good as never.
  private static let longest = 9e9

  private static func seconds(_ text: String) -> Double? {
    guard text.utf8.contains(where: { $0 != 0x2E }),
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E })
    else { return nil }
    return Double(text)
  }
}
