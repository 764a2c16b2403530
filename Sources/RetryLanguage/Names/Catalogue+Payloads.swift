import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// Payloads, and the filters that decode them.
  @Table static var payloads: [Callable] {
    Callable(
      "json", .one(.text), .site, gives: .any, .operation, "a payload, as a server sends it",
      example: #"op(returns: json("{\"id\": 7, \"name\": \"Ada\"}"))"#
    ) { text, site throws(InvalidArgument) in
      guard let value = site.outside.json(text) else {
        throw InvalidArgument("json", CallProblem.json(text))
      }
      return value
    }
    Callable(
      "field", on: .any, .one(.text), gives: .any, .operators,
      "a field of a payload; () where it has none",
      example: #"op(returns: json("{\"id\": 7}")).map { $0.field("id") }"#
    ) { $0.fields?[$1] ?? .unit }
    Callable(
      "TransformJsonTo", .one(.list(of: .text)), .site, gives: .filter, .strategy,
      "a filter that decodes the payload as a model with these fields, or fails with .decoding",
      example: #"TransformJsonTo(["id"]).andThen(op(returns: json("{\"id\": 7}")))"#
    ) { fields, site in
      let model = Model(fields: fields, read: site.outside.json)
      return SourceFilter("TransformJsonTo") { source in
        source.map { (value: Value) throws(Fault) in try model.decode(value) }
      }
    }
    Callable(
      "TransformFailureIfNeededTo", .one(.list(of: .text)), .one("model", .list(of: .text)), .site,
      gives: .filter, .strategy,
      "a filter that decodes the payload as a model; where it is a failure model instead, it fails with .failure",
      example:
        #"TransformFailureIfNeededTo(["code"], model: ["id"]).andThen(op(returns: json("{\"code\": 17}")))"#
    ) { failureFields, fields, site in
      let failure = Model(fields: failureFields, read: site.outside.json)
      let model = Model(fields: fields, read: site.outside.json)
      return SourceFilter("TransformFailureIfNeededTo") { source in
        source.map { (value: Value) throws(Fault) in try model.decode(value, orFailingAs: failure) }
      }
    }
  }
}

/// The fields that a payload must have to be decoded.
private struct Model: Sendable {
  let fields: [String]
  let read: @Sendable (String) -> Value?

  /// Returns a payload that has all fields.
  func decode(_ value: Value) throws(Fault) -> Value {
    var payload = value
    if case .text(let text) = value {
      guard let read = read(text) else { throw Fault("decoding", .text("no JSON")) }
      payload = read
    }
    guard let known = payload.fields else { throw Fault("decoding", .text("no object")) }
    for field in fields where known[field] == nil {
      throw Fault("decoding", .text(field))
    }
    return payload
  }

  /// Returns a payload that has all fields; one that has those of a failure is that failure.
  func decode(_ value: Value, orFailingAs failure: Model) throws(Fault) -> Value {
    do throws(Fault) {
      return try decode(value)
    } catch {
      guard let failure = try? failure.decode(value) else { throw error }
      throw Fault("failure", failure)
    }
  }
}

extension Value {
  /// The fields of a payload, if it is an object.
  fileprivate var fields: [String: Value]? {
    if case .object(let fields) = self { fields } else { nil }
  }
}
