import Documents
import Retry
import RetryNumerics
package import Simulation

/// A file in which another program finds a policy.
package enum PolicyTarget: String, CaseIterable, Sendable {
  case swift = ".swift"
  case rules = "rules.json"
  case grpc = "grpc.json"
  case envoy = "envoy.yaml"
  case istio = "istio.yaml"
  case resilience4j = "resilience4j.yaml"
  case collector = "otel.yaml"
  case polly = ".cs"
  case tenacity = ".py"
  case cockatiel = ".ts"
  case cenkalti = "cenkalti.go"
  case failsafe = ".go"

  /// What the file is.
  package var meaning: String {
    switch self {
    case .swift: "a policy of the Retry library in Swift"
    case .rules: "the PolicyDocument of the Retry library, as a program reads it"
    case .grpc: "a service config of gRPC"
    case .envoy: "the retries of a route of Envoy"
    case .istio: "a VirtualService of Istio"
    case .resilience4j: "an instance of resilience4j"
    case .collector: "an exporter of the OpenTelemetry Collector"
    case .polly: "options of Polly in C#"
    case .tenacity: "a decorator of tenacity in Python"
    case .cockatiel: "a policy of cockatiel in TypeScript"
    case .cenkalti: "retries by cenkalti/backoff in Go"
    case .failsafe: "a policy of failsafe-go in Go"
    }
  }

  /// Creates the target that the name of a file selects.
  package init?(path: String) {
    let name = path.split(separator: "/").last?.lowercased() ?? ""
    let known = Self.allCases.first { target in
      target.rawValue.hasPrefix(".")
        ? name.hasSuffix(target.rawValue)
        : name == target.rawValue
          || ["-", "_", "."].contains { name.hasSuffix($0 + target.rawValue) }
    }
    guard let known else { return nil }
    self = known
  }

  /// An example of a file of this kind.
  package var example: String { rawValue.hasPrefix(".") ? "policy" + rawValue : rawValue }
}

extension PolicyTarget {
  /// Returns what the library makes of a policy; `nil` for Swift, which can say all of it.
  package func translation(of strategy: RetryStrategy) -> Translation? {
    var translation = words(for: strategy)
    translation?.compare()
    return translation
  }

  /// Returns why a file would be far from a policy, one sentence each.
  package func distance(of strategy: RetryStrategy) -> [String] {
    if strategy.policy.rules.backoff.ranges(3).contains(where: { $0.upperBound == .never }) {
      return ["its delays are drawn by a closure, so that their ends are not known"]
    }
    return translation(of: strategy)?.distance ?? SwiftPolicy(strategy).distance
  }

  private func words(for strategy: RetryStrategy) -> Translation? {
    switch self {
    case .swift, .rules: nil
    case .grpc: .grpc(strategy)
    case .envoy: .envoy(strategy)
    case .istio: .istio(strategy)
    case .resilience4j: .resilience(strategy)
    case .collector: .collector(strategy)
    case .polly: .polly(strategy)
    case .tenacity: .tenacity(strategy)
    case .cockatiel: .cockatiel(strategy)
    case .cenkalti: .cenkalti(strategy)
    case .failsafe: .failsafe(strategy)
    }
  }

  /// Returns the text of a file with a policy, which was written as a text, and what the file cannot say.
  package func file(
    of strategy: RetryStrategy, written text: String
  ) -> (text: String, losses: [String]) {
    guard let translation = translation(of: strategy) else {
      let policy = SwiftPolicy(strategy)
      return self == .rules ? policy.rulesFile(written: text) : policy.file(written: text)
    }
    let head =
      ["Written by RetryLab from \(text)"]
      + (translation.losses.isEmpty
        ? ["It says all of it."] : ["What it cannot say:"] + translation.losses.map { "- \($0)" })
    return (body(of: translation, head.map(\.oneLine)), translation.losses)
  }

  private func body(of translation: Translation, _ head: [String]) -> String {
    func comment(_ mark: String) -> String { head.map { "\(mark) \($0)\n" }.joined() }
    let text = PolicyText(translation)
    return switch self {
    case .swift, .rules: ""
    case .grpc: text.grpc(head)
    case .envoy: comment("#") + text.envoy
    case .istio: comment("#") + text.istio
    case .resilience4j: comment("#") + text.resilience
    case .collector: comment("#") + text.collector
    case .polly: comment("//") + text.polly
    case .tenacity: comment("#") + text.tenacity
    case .cockatiel: comment("//") + text.cockatiel
    case .cenkalti: comment("//") + text.cenkalti
    case .failsafe: comment("//") + text.failsafe
    }
  }
}

extension String {
  /// The text in one line, so that it fits into a comment.
  var oneLine: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.value {
          case 0...31, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: " "
          default: scalar
          }
        }))
  }
}
