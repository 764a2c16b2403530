/// A library whose policies are read from files and code, or written to them.
///
/// Its presets, which name its settings, are in the language.
struct Library: Sendable {
  /// What its files are called, if they are read.
  var files: String?
  /// What it is called in code, if that is read.
  var code: String?
  var documents: [DocumentReading] = []
  var readings: [CodeReading] = []
  var targets: [PolicyTarget] = []
}

extension Library {
  /// Every library; the first whose reading knows a document or a value counts.
  static let all: [Library] = [
    retry, grpc, resilience4j, istio, collector, envoy, aws, tenacity, stamina, backoff, urllib3,
    googleAPICore, polly, cenkalti, failsafe, cockatiel, asyncAlgorithms,
  ]
}
