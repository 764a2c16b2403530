/// A target whose sources are changed, and the tests that ought to notice.
struct Floor: Sendable {
  /// The name of the target.
  let name: String

  /// The test target of this target.
  let tests: String

  /// The test targets above it, which may detect what its own tests do not.
  let above: [String]

  /// Creates a floor whose tests have its name unless said otherwise.
  private init(_ name: String, tests: String? = nil, above: [String] = []) {
    self.name = name
    self.tests = tests ?? name + "Tests"
    self.above = above
  }

  /// All floors, from the lowest to the highest.
  static let all = [
    Floor("RetryNumerics", above: ["VirtualTimeTests", "RetryTests", "SimulationTests"]),
    Floor("Retry", above: ["RetryFoundationTests", "SimulationTests", "WorkbenchTests"]),
    Floor("RetryFoundation", above: ["RetryLanguageTests", "RetryLabTests"]),
    Floor("Files", above: ["RetryFoundationTests", "LineEditorTests", "RetryLabTests"]),
    Floor("VirtualTime", above: ["RetryTests", "SimulationTests", "MeasurementTests"]),
    Floor("Simulation", above: ["RetryLanguageTests", "MeasurementTests", "WorkbenchTests"]),
    Floor("Lanes", tests: "MeasurementTests", above: ["WorkbenchTests"]),
    Floor("Measurement", above: ["ReportTests", "WorkbenchTests"]),
    Floor("TextLayout", above: ["LineEditorTests", "ReportTests"]),
    Floor("Report", above: ["WorkbenchTests", "RetryLabTests"]),
    Floor("RetryLanguage", above: ["WorkbenchTests"]),
    Floor("Documents", above: ["PolicyFilesTests"]),
    Floor("PolicyFiles", above: ["WorkbenchTests"]),
    Floor("Workbench", above: ["RetryLabTests"]),
    Floor("LineEditor", above: ["RetryLabTests"]),
    Floor("retrylab", tests: "RetryLabTests"),
  ]

  /// Returns the floor with a name.
  static func named(_ name: some StringProtocol) -> Floor? { all.first { $0.name == name } }
}
