/// A value together with where it comes from.
///
/// ```swift
/// enum Trouble: Error { case offline }
/// func show(_ page: CachedValue<String, Trouble>) {
///   if case .stale(let failure) = page.origin { print("an old copy: \(failure)") }
///   print(page.value)
/// }
/// ```
public struct CachedValue<Value, Failure: Error> {
  /// Where a value comes from.
  public enum Origin: Sendable {
    /// It was in the cache, and fresh; nothing was fetched.
    case cache
    /// It was fetched, and is in the cache now.
    case fetch
    /// It was in the cache, maybe expired, and serves because the fetch failed for good.
    case stale(RetryFailure<Failure>)
  }

  /// The value.
  public let value: Value
  /// Where it comes from.
  public let origin: Origin

  /// Creates a value that comes from somewhere.
  public init(_ value: Value, from origin: Origin) {
    self.value = value
    self.origin = origin
  }
}

extension CachedValue: Sendable where Value: Sendable {}
extension CachedValue.Origin: Equatable where Failure: Equatable {}
extension CachedValue: Equatable where Value: Equatable, Failure: Equatable {}
