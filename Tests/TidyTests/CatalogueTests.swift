import Foundation
import Testing

/// The documentation of the library, as a reader finds it.
@Suite("Catalogue")
struct CatalogueTests {
  /// Whether the toolchain converts documentation.
  private static let hasConverter: Bool = {
    let known = ["docc", "swift-symbolgraph-extract"].map { "command -v \($0)" }
    let search = "command -v xcrun || { \(known.joined(separator: " && ")); }"
    return (try? Project.run(["sh", "-c", search]))?.code == 0
  }()

  /// A page, as far as it says what it leads to.
  private struct Page: Decodable {
    struct Section: Decodable {
      let title: String?
      let generated: Bool?
      let identifiers: [String]
    }

    let topicSections: [Section]
  }

  @Test(
    "it is converted without a warning, and its first page leads to every public symbol",
    .enabled(if: hasConverter, "the toolchain has no docc"))
  func pages() throws {
    let archive = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    defer { try? FileManager.default.removeItem(at: archive) }
    let run = try Project.run([".ci/document", archive.path, Project.modules.path])
    #expect(run.code == 0 && run.output.allSatisfy(\.isWhitespace), "\(run.output)")
    let pages = archive.appending(path: "data/documentation")
    let first = try JSONDecoder().decode(
      Page.self, from: Data(contentsOf: pages.appending(path: "retry.json")))
    // What no topic names, the converter groups by itself.
    #expect(first.topicSections.filter { $0.generated == true }.flatMap(\.identifiers) == [])
    let named = Set(
      first.topicSections.flatMap(\.identifiers).map {
        $0.split(separator: "/").last.map { $0.lowercased() } ?? ""
      })
    let files = try FileManager.default.contentsOfDirectory(
      atPath: pages.appending(path: "retry").path)
    let known = Set(files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) })
    #expect(known.count > 70 && known.subtracting(named) == [])
  }
}
