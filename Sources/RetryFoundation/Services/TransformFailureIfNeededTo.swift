public import FoundationEssentials
public import Retry

/// A filter for services that answer with an error where a model was expected.
///
/// A payload that could not be decoded as the model is decoded as the failure model, and that is
/// thrown. A payload that is neither fails as it did before.
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
  /// What decodes.
  private let decoder: JSONDecoder

  /// Creates a filter that decodes in one way.
  public init(decoder: JSONDecoder = JSONDecoder()) {
    self.decoder = decoder
  }

  /// Returns the model, or throws the failure that came in its place.
  public func apply(response: () async throws -> Model) async throws -> Model {
    do {
      return try await response()
    } catch let failure as PayloadFailure {
      throw (try? decoder.decode(FailureModel.self, from: failure.payload)) ?? failure
    }
  }
}
