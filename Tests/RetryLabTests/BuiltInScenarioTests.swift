import BuiltInScenarios
import Foundation
import RetryLanguage
import Testing
import Workbench

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
      let recording = try String(
        contentsOf: package.appending(path: Recording.path(of: path)), encoding: .utf8)
      #expect(BuiltInScenarios.recording(of: path).text == recording, "\(path)")
    }
  }

  @Test("are tested with their recordings where they are no files")
  func checks() throws {
    let folder = try Scratch.folder()
    func run(_ words: String) throws -> Program.Run {
      try Program.shell("cd \"$1\"; exec \"$0\" \(words)", [folder.path])
    }
    let all = try run("test scenarios/seeds/")
    #expect(all.code == 0 && all.output == "16 of 16 scenarios passed\n", "\(all)")
    let one = try run("replay scenarios/tour.retry")
    #expect(one.code == 0 && one.output == "1 of 1 scenario passed\n", "\(one)")
    let update = try run("replay --update scenarios/tour.retry")
    #expect(update.code == 74 && update.errors.contains("the scenario is part of the program"))
    #expect(try run("test scenarios/none").code == 66)
    let mine = folder.appending(path: "scenarios/tour.retry")
    try FileManager.default.createDirectory(
      at: mine.deletingLastPathComponent(), withIntermediateDirectories: true)
    try "op()\nexpect attempts == 2\n".write(to: mine, atomically: true, encoding: .utf8)
    #expect(try run("test scenarios/tour.retry").code == 1)
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
