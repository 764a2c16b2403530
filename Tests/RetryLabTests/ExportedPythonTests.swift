import Foundation
import Testing

@Suite("A policy that was exported")
struct ExportedPythonTests {
  /// The Python that is found first, with its packages.
  private static let python =
    "PATH='\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")' exec python3"

  private static let hasTenacity =
    (try? Program.shell("\(python) -c 'import tenacity'", []))?.code == 0

  @Test(
    "makes tenacity wait as it says", .enabled(if: hasTenacity, "tenacity is not installed"),
    .timeLimit(.minutes(20)))
  func tenacity() throws {
    let script = Program.root.appending(path: "Tests/RetryLabTests/Differential/exported.py").path
    let run = try Program.shell("\(Self.python) '\(script)' \"$0\" --count 60", [])
    #expect(run.code == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("tenacity: 60 policies"), "\(run.output)")
  }
}
