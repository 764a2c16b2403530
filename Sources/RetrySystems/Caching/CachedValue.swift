public import Retry

/// A value and its origin.
///
/// ```swift
/// enum RequestError: Error { case offline }
/// func show(_ page: CachedValue<String, RequestError>) {
///   if case .stale(let failure) = page.origin { print("an old copy: \(failure)") }
///   print(page.value)
/// }
/// ```
public struct CachedValue<Value, Failure: Error> {
  /// Where a value comes from.
  public enum Origin: Sendable {
    /// It was fresh in the cache; nothing was fetched.
    case cache
    /// It was fetched and is now in the cache.
    case fetch
    /// It was in the cache, possibly expired, and is served because the fetch failed.
    case stale(RetryFailure<Failure>)
  }

  /// The value.
  public let value: Value
  /// The origin of the value.
  public let origin: Origin

  /// Creates a value with its origin.
  public init(_ value: Value, from origin: Origin) {
    self.value = value
    self.origin = origin
  }
}

extension CachedValue: Sendable where Value: Sendable {}
extension CachedValue.Origin: Equatable where Failure: Equatable {}
extension CachedValue: Equatable where Value: Equatable, Failure: Equatable {}
