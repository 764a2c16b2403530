extension RetryPolicy where Failure == any Error {
  /// Creates a policy for `any Error` from a policy for one error type; other errors are not
  /// retried.
  ///
  /// ```swift
  /// enum RequestError: Error { case timeout, forbidden }
  /// let strict = RetryPolicy<RequestError>(attempts: 3, on: { $0 == .timeout })
  /// let policy = RetryPolicy<any Error>(erasing: strict)
  /// ```
  public init<Known: Error>(erasing policy: RetryPolicy<Known>) {
    self.init(
      rules: policy.rules,
      on: { error in
        guard let error = error as? Known else { return false }
        return policy.filter?(error) ?? true
      },
      hint: { error in (error as? Known).flatMap { policy.hint?($0) } },
      limits: policy.limits.map { limit in
        RetryLimit(retries: limit.retries) { ($0 as? Known).map(limit.matches) ?? false }
      })
  }
}
