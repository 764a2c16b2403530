import Foundation
import Testing

/// The documentation of the libraries, and the manual of the program, as a reader finds them.
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
    "they are converted without a warning, and each first page leads to every other page",
    .enabled(if: hasConverter, "the toolchain has no docc"))
  func pages() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = try Project.run([".ci/document", folder.path, Project.modules.path])
    #expect(run.code == 0 && run.output.allSatisfy(\.isWhitespace), "\(run.output)")
    func pages(_ name: String) throws -> Int {
      try Self.known(
        to: name.lowercased(), in: folder.appending(path: "\(name).doccarchive"))
    }
    #expect(try pages("Retry") >= 70)
    #expect(try pages("RetrySystems") >= 14)
    #expect(try pages("RetryHTTP") >= 8)
    #expect(try pages("RetryFaults") >= 4)
    #expect(try pages("RetryLab") == Project.articles.count - 1)
  }

  /// Returns how many pages there are below a first page, all of which it has to name.
  private static func known(to name: String, in archive: URL) throws -> Int {
    let pages = archive.appending(path: "data/documentation")
    let first = try JSONDecoder().decode(
      Page.self, from: Data(contentsOf: pages.appending(path: "\(name).json")))
    // What no topic names, the converter groups by itself.
    #expect(first.topicSections.filter { $0.generated == true }.flatMap(\.identifiers) == [])
    let named = Set(
      first.topicSections.flatMap(\.identifiers).map {
        $0.split(separator: "/").last.map { $0.lowercased() } ?? ""
      })
    let files = try FileManager.default.contentsOfDirectory(
      atPath: pages.appending(path: name).path)
    let known = Set(files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) })
    #expect(known.subtracting(named) == [])
    return known.count
  }
}
