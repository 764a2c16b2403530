public import FoundationEssentials
public import Retry

/// A filter that decodes the payload of a response as a model.
///
/// ```swift
/// struct User: Decodable { let name: String }
/// let service = TransformJsonTo<User>().andThen { (path: String) in
///   Data(#"{"name": "Ada"}"#.utf8)
/// }
/// let user = try await service.apply(request: "/users/1")
/// ```
public struct TransformJsonTo<Model: Decodable>: ResponseFilter {
  /// What decodes.
  private let decoder: JSONDecoder

  /// Creates a filter that decodes in one way.
  public init(decoder: JSONDecoder = JSONDecoder()) {
    self.decoder = decoder
  }

  /// Returns the model that is in the payload, or throws a payload failure.
  public func apply(response: () async throws -> Data) async throws -> Model {
    let payload = try await response()
    do {
      return try decoder.decode(Model.self, from: payload)
    } catch {
      throw PayloadFailure(payload: payload, underlying: error)
    }
  }
}

/// A payload that could not be decoded as the model that was expected.
///
/// ```swift
/// func inspect(_ error: any Error) {
///   guard let failure = error as? PayloadFailure else { return }
///   print(String(decoding: failure.payload, as: UTF8.self), failure.underlying)
/// }
/// ```
public struct PayloadFailure: Error {
  /// The payload.
  public let payload: Data
  /// What the decoder says.
  public let underlying: any Error

  /// Creates the failure of a payload.
  public init(payload: Data, underlying: any Error) {
    self.payload = payload
    self.underlying = underlying
  }
}
