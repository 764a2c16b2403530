import Documents
import PolicyFiles
import RetryNumerics
import Testing

/// Files that end anywhere, or have a sign too many anywhere: nothing stops, and what is read of them stays.
@Suite("A damaged file of retries")
struct DamagedFileTests {
  /// Files of one kind, with the digest of what is read of them.
  struct Row: Sendable, CustomTestStringConvertible {
    let kind: String
    let files: [ReadingCase]
    let digest: String
    var testDescription: String { kind }
  }

  static let rows = [
    Row(kind: "python", files: CodeReadingTests.python, digest: "15ee05ec6b2abdd6"),
    Row(kind: "C#", files: CodeReadingTests.dotNet, digest: "96730f2669c86c00"),
    Row(kind: "Go", files: CodeReadingTests.go, digest: "480fb21d98789a06"),
    Row(kind: "TypeScript", files: CodeReadingTests.script, digest: "f8156bdd3c8da136"),
    Row(kind: "Java", files: CodeReadingTests.java, digest: "afde2609868c12d9"),
    Row(kind: "Kotlin", files: CodeReadingTests.kotlin, digest: "18037735f8f08273"),
    Row(kind: "Swift", files: CodeReadingTests.swift, digest: "e7662df8b5d59410"),
    Row(kind: "gRPC", files: ReadingTests.grpc, digest: "8379ad731ba1ab71"),
    Row(kind: "Envoy", files: ReadingTests.envoy + ReadingTests.routes, digest: "a7fdb3538011c676"),
    Row(
      kind: "Istio", files: ReadingTests.istio + ReadingTests.gateway, digest: "a59a3b8f9274d769"),
    Row(kind: "Resilience4j", files: ReadingTests.resilience, digest: "67c3f663aa1278e3"),
    Row(kind: "AWS", files: ReadingTests.aws, digest: "8d958e8e12c8b6c1"),
    Row(kind: "OpenTelemetry", files: ReadingTests.collector, digest: "61e1f067f48f468e"),
  ]

  @Test("is read as it was, or refused in the same words", arguments: rows)
  func unchanged(row: Row) {
    let signs = Array("(){}[]<>\"'`,;:=.@-#/*x1 \n")
    var digest = Digest()
    for file in row.files {
      for (count, place) in file.text.indices.enumerated() {
        var text = file.text
        text.insert(signs[count % signs.count], at: place)
        for damaged in [String(file.text[..<place]), text] {
          for line in Self.read(damaged, of: file.name) { digest.add(line) }
        }
      }
    }
    #expect(
      digest.text == row.digest, "look at what has changed, and keep \(row.kind): \(digest.text)")
  }

  /// Returns the policies and the remarks of a file, or why it is refused.
  private static func read(_ text: String, of name: String) -> [String] {
    do {
      let file = try PolicyFile(text, named: name)
      return file.policies.map { "\($0.about): \($0.text)" } + file.remarks.map(\.description)
    } catch {
      return ["\(error)"]
    }
  }
}
