import Foundation
import Testing

@Suite("A preset beside the library itself")
struct DifferentialTests {
  private static let python =
    "PATH='\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")' exec python3"
  private static let script =
    Program.root.appending(path: "Tests/RetryLabTests/Differential/differential.py").path

  /// What is said of all libraries, a line each.
  private static let told =
    (try? Program.shell("\(python) '\(script)' \"$0\" --installed", []))?.output ?? ""

  /// The presets whose library is there.
  private static let installed = told.split(separator: "\n")
    .compactMap { $0.contains("\t") ? $0.split(separator: "\t").first.map(String.init) : nil }

  /// Why the others are left out.
  private static let missing = told.split(separator: "\n").filter { !$0.contains("\t") }
    .joined(separator: "; ")

  @Test(
    "makes its attempts when the library does, in 2000 random configurations",
    .enabled(if: !installed.isEmpty, "\(missing.isEmpty ? "there is no python3" : missing)"),
    .timeLimit(.minutes(20)), arguments: installed)
  func equal(preset: String) throws {
    let run = try Program.shell(
      "\(Self.python) '\(Self.script)' \"$0\" '\(preset)' --count 2000", [])
    #expect(run.code == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains(": 2000 configurations,"), "\(run.output)")
  }
}
