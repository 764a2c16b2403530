public import FoundationEssentials
public import RetrySystems

/// A filter that decodes the payload of a response into a model.
///
/// ```swift
/// struct User: Decodable { let name: String }
/// let service = TransformJsonTo<User>().andThen { (path: String) in
///   Data(#"{"name": "Ada"}"#.utf8)
/// }
/// let user = try await service.apply(request: "/users/1")
/// ```
public struct TransformJsonTo<Model: Decodable>: ResponseFilter {
  private let decoder: JSONDecoder

  /// Creates a filter with a decoder.
  public init(decoder: JSONDecoder = JSONDecoder()) {
    self.decoder = decoder
  }

  /// Returns the decoded model or throws a payload failure.
  public func apply(response: InnerResponse<Data>) async throws -> Model {
    let payload = try await response()
    do {
      return try decoder.decode(Model.self, from: payload)
    } catch {
      throw PayloadFailure(payload: payload, underlying: error)
    }
  }
}

/// A payload that could not be decoded into the expected model.
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
  /// The decoder's error.
  public let underlying: any Error

  /// Creates a payload failure.
  public init(payload: Data, underlying: any Error) {
    self.payload = payload
    self.underlying = underlying
  }
}
