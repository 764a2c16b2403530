/// Results of functions that throw, and of calls under a policy.
extension Result {
  /// Creates the result of an asynchronous function that returns or throws.
  ///
  /// ```swift
  /// func fetch() async throws -> Int { 7 }
  /// let number = await Result { try await fetch() }.map { $0 + 1 }
  /// ```
  public init(
    isolation: isolated (any Actor)? = #isolation,
    catching body: () async throws(Failure) -> Success
  ) async {
    do throws(Failure) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
