import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// Payloads, and the filters that decode them.
  @Table static var payloads: [Callable] {
    Callable(
      "json", .one(.text), .site, gives: .any, .operation, "a JSON payload, as a server sends it",
      example: #"op(returns: json("{\"id\": 7, \"name\": \"Ada\"}"))"#
    ) { text, site throws(InvalidArgument) in
      guard let value = site.host.json(text) else {
        throw InvalidArgument("json", CallProblem.json(text))
      }
      return value
    }
    Callable(
      "field", on: .any, .one(.text), gives: .any, .operators,
      "a field of a payload; () if there is none",
      example: #"op(returns: json("{\"id\": 7}")).map { $0.field("id") }"#
    ) { $0.fields?[$1] ?? .unit }
    Callable(
      "payload", on: .fault, gives: .any, .operators, "the value of an error; () if it has none",
      example:
        "op(fails: [.http(503): 50%]).retry(attempts: 4, backoff: { n, e in e.payload == 503 ? 1s : 0s })",
      isBare: true
    ) { $0.payload ?? .unit }
    Callable(
      "retryAfter", on: .fault, gives: .duration, .operators,
      "the delay that an error requests; 0s if it requests none",
      example:
        "op(script: [.throttled(retryAfter: 2s), ok]).retry(attempts: 2, retryAfter: ignore, backoff: { n, e in e.retryAfter * 2 })",
      isBare: true
    ) { $0.retryAfter ?? .zero }
    Callable(
      "TransformJsonTo", .one(.list(of: .text)), .site, gives: .filter, .strategy,
      "a filter that decodes the payload into a model with these fields, or fails with .decoding",
      example: #"TransformJsonTo(["id"]).andThen(op(returns: json("{\"id\": 7}")))"#
    ) { fields, site in
      let model = Model(fields: fields, read: site.host.json)
      return SourceFilter("TransformJsonTo") { source in
        source.map { (value: Value) throws(Fault) in try model.decode(value) }
      }
    }
    Callable(
      "TransformFailureIfNeededTo", .one(.list(of: .text)),
      .one("model", .list(of: .text), "the fields that a payload must have"), .site,
      gives: .filter, .strategy,
      "a filter that decodes the payload into a model, or fails with .failure if the payload describes a failure",
      example:
        #"TransformFailureIfNeededTo(["code"], model: ["id"]).andThen(op(returns: json("{\"code\": 17}")))"#
    ) { failureFields, fields, site in
      let failure = Model(fields: failureFields, read: site.host.json)
      let model = Model(fields: fields, read: site.host.json)
      return SourceFilter("TransformFailureIfNeededTo") { source in
        source.map { (value: Value) throws(Fault) in try model.decode(value, orFailingAs: failure) }
      }
    }
  }
}

/// The required fields of a payload.
private struct Model: Sendable {
  let fields: [String]
  let read: @Sendable (String) -> Value?

  func decode(_ value: Value) throws(Fault) -> Value {
    var payload = value
    if case .text(let text) = value {
      guard let read = read(text) else { throw Fault("decoding", .text("not JSON")) }
      payload = read
    }
    guard let known = payload.fields else { throw Fault("decoding", .text("not an object")) }
    for field in fields where known[field] == nil {
      throw Fault("decoding", .text(field))
    }
    return payload
  }

  /// Returns the payload if it has all fields; throws it as an error if it has the fields of the failure model.
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
