import Foundation
import RetryLanguage
import Testing

@testable import retrylab

@Suite("The scenarios in the program")
struct BuiltInScenarioTests {
  /// The folder of the package.
  private let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test("are those of the package, byte for byte")
  func same() throws {
    let folder = package.appending(path: "scenarios")
    let files = try #require(FileManager.default.enumerator(atPath: folder.path))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".retry") }.map { "scenarios/\($0)" }
    #expect(Set(BuiltInScenarios.paths(beginningWith: "")) == Set(files))
    for path in files {
      let text = try String(contentsOf: package.appending(path: path), encoding: .utf8)
      #expect(BuiltInScenarios.content(of: path, orElse: .absent).text == text, "\(path)")
    }
  }

  @Test("stand in for files that are not there, and for no others")
  func absence() {
    let path = "scenarios/tour.retry"
    #expect(BuiltInScenarios.content(of: path, orElse: .text("mine")).text == "mine")
    #expect(BuiltInScenarios.content(of: "tour.retry", orElse: .absent).text == nil)
    #expect(BuiltInScenarios.content(of: path, orElse: .folder).text == nil)
    #expect(
      BuiltInScenarios.paths(beginningWith: "scenarios/lessons/").first?.contains("01-") == true)
  }
}

extension FileContent {
  /// The text, if it could be read.
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
}
