public import FoundationEssentials
public import RetrySystems

/// A filter for services that may respond with an error instead of a model.
///
/// A payload that cannot be decoded into the model is decoded into the failure model, which is
/// thrown. A payload that is neither fails with the original error.
///
/// ```swift
/// struct User: Decodable { let name: String }
/// struct Refusal: Decodable, Error { let reason: String }
/// let service = TransformFailureIfNeededTo<Refusal, User>()
///   .andThen(TransformJsonTo<User>())
///   .andThen { (path: String) in Data(#"{"reason": "unknown user"}"#.utf8) }
/// do {
///   let user = try await service.apply(request: "/users/1")
///   print(user.name)
/// } catch let refusal as Refusal {
///   print(refusal.reason)
/// }
/// ```
public struct TransformFailureIfNeededTo<FailureModel: Decodable & Error, Model>: ResponseFilter {
  private let decoder: JSONDecoder

  /// Creates a filter with a decoder.
  public init(decoder: JSONDecoder = JSONDecoder()) {
    self.decoder = decoder
  }

  /// Returns the model or throws the failure.
  public func apply(response: InnerResponse<Model>) async throws -> Model {
    do {
      return try await response()
    } catch let failure as PayloadFailure {
      throw (try? decoder.decode(FailureModel.self, from: failure.payload)) ?? failure
    }
  }
}
