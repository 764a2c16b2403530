import Documents
import RetryLanguage

// The service config of gRPC.

extension Library {
  static let grpc = Library(
    files: "gRPC service configs",
    documents: [DocumentReading(with: "methodConfig", read: PolicyFile.init(grpc:))],
    targets: [.grpc])
}

extension PolicyTarget {
  package static let grpc = PolicyTarget("grpc.json", "a service config of gRPC", Translation.grpc)
  { $0.grpc($1) }
}

extension PolicyFile {
  /// Reads a service config.
  init(grpc root: Document) throws(DocumentError) {
    self.init("a service config of gRPC")
    var fields = try root.fields
    var throttle = PresetCall("grpc")
    throttle.set("maxTokens", .count(0))
    if let document = fields.take("retryThrottling") {
      var tokens = try document.fields
      try throttle.set("maxTokens", try tokens.require("maxTokens"))
      try throttle.set("tokenRatio", try tokens.require("tokenRatio"))
      finish(tokens, of: "retryThrottling")
    }
    let methods = try fields.take("methodConfig")?.list ?? []
    for method in methods { try add(method, throttle) }
    for key in ["loadBalancingConfig", "loadBalancingPolicy", "healthCheckConfig"] {
      drop(key, &fields, "it says nothing of retries")
    }
    finish(fields, of: "the service config")
  }

  private mutating func add(
    _ method: Document, _ throttle: PresetCall
  ) throws(DocumentError) {
    var fields = try method.fields
    let names = try fields.take("name")?.list ?? []
    var words: [String] = []
    for name in names { words.append(try Self.word(name)) }
    let timeout = fields.take("timeout")
    for key in ["waitForReady", "maxRequestMessageBytes", "maxResponseMessageBytes"] {
      drop(key, &fields, "it says nothing of retries")
    }
    drop("hedgingPolicy", &fields, "hedging is '.hedge(after:)' here, around an operation")
    guard let policy = fields.take("retryPolicy") else { return finish(fields, of: "methodConfig") }
    finish(fields, of: "methodConfig")
    var retry = try policy.fields
    var call = PresetCall("grpc")
    try call.set("maxAttempts", retry.require("maxAttempts"))
    try call.set("initialBackoff", retry.require("initialBackoff"))
    try call.set("maxBackoff", retry.require("maxBackoff"))
    try call.set("backoffMultiplier", retry.require("backoffMultiplier"))
    if let codes = retry.take("retryableStatusCodes") {
      var known: [String] = []
      for code in try codes.list { known.append(try Self.status(code)) }
      call.set("retryableStatusCodes", .text(known.joined(separator: ",")), codes.place)
    }
    try call.set("timeout", timeout)
    for argument in throttle.arguments { call.set(argument) }
    finish(retry, of: "retryPolicy")
    add(call, for: words.isEmpty ? "all methods" : words.joined(separator: ", "), at: policy.place)
  }

  /// Returns a name as `service/method`.
  private static func word(_ name: Document) throws(DocumentError) -> String {
    let service = try name["service"]?.text ?? ""
    let method = try name["method"]?.text ?? ""
    guard !service.isEmpty else { return "every service" }
    return method.isEmpty ? service : "\(service)/\(method)"
  }

  /// Returns the name of a status, which may be written as its number.
  private static func status(_ code: Document) throws(DocumentError) -> String {
    let text = try code.plainText
    guard let number = Int(text) else { return text.uppercased() }
    guard statuses.indices.contains(number) else { throw code.unlike("a status of gRPC") }
    return statuses[number]
  }

  private static let statuses = [
    "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND",
    "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED",
    "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
  ]
}
