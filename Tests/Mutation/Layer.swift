/// A target whose sources are changed, and the tests that ought to notice.
struct Layer: Sendable {
  /// The name of the target.
  let name: String

  /// The test target of this target.
  let tests: String

  /// The test targets above it, which may detect what its own tests do not.
  let above: [String]

  /// Creates a layer whose tests have its name unless said otherwise.
  private init(_ name: String, tests: String? = nil, above: [String] = []) {
    self.name = name
    self.tests = tests ?? name + "Tests"
    self.above = above
  }

  /// All layers, from the lowest to the highest.
  static let all = [
    Layer("RetryNumerics", above: ["VirtualTimeTests", "RetryTests", "SimulationTests"]),
    Layer("Retry", above: ["RetryFoundationTests", "SimulationTests", "WorkbenchTests"]),
    Layer("RetryFoundation", above: ["RetryLanguageTests", "RetryLabTests"]),
    Layer("Files", above: ["RetryFoundationTests", "LineEditorTests", "RetryLabTests"]),
    Layer("VirtualTime", above: ["RetryTests", "SimulationTests", "MeasurementTests"]),
    Layer("Simulation", above: ["RetryLanguageTests", "MeasurementTests", "WorkbenchTests"]),
    Layer("Lanes", tests: "MeasurementTests", above: ["WorkbenchTests"]),
    Layer("Measurement", above: ["ReportTests", "WorkbenchTests"]),
    Layer("TextLayout", above: ["LineEditorTests", "ReportTests"]),
    Layer("Report", above: ["WorkbenchTests", "RetryLabTests"]),
    Layer("RetryLanguage", above: ["WorkbenchTests"]),
    Layer("Documents", above: ["PolicyFilesTests"]),
    Layer("PolicyFiles", above: ["WorkbenchTests"]),
    Layer("Workbench", above: ["RetryLabTests"]),
    Layer("LineEditor", above: ["RetryLabTests"]),
    Layer("retrylab", tests: "RetryLabTests"),
  ]

  /// Returns the layer with a name.
  static func named(_ name: some StringProtocol) -> Layer? { all.first { $0.name == name } }
}
