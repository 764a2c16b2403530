import RetryLanguage
import Testing
import Workbench

@Suite("Exporting a pipeline")
struct PipelineExportTests {
  private static let chain = [
    "let pay = op(\"pay\", latency: 50ms, fails: 10%)",
    "let fuse = pay.timeout(1.5s).breaker(failures: 50%, of: 20, open: 10s)",
    "let final = fuse.retry(attempts: 3, delay: 100ms, retryAfter: ignore).timeout(10s)",
    "let patient = policy(attempts: 3, delay: 100ms)",
  ]

  private func writer(_ lines: String...) -> (writer: Writer, said: String) {
    let writer = Writer()
    let said = (Self.chain + lines).map { writer.type($0).joined(separator: "\n") }
    return (writer, said.last ?? "")
  }

  @Test("writes an operation's layers in Swift, the outermost first")
  func swift() throws {
    let (writer, said) = writer("export final.swift of final")
    let text = try #require(writer.files["final.swift"], "\(said)")
    let parts = [
      "Timeout(.seconds(10)),", "Retrying(policy),", "Breaker(", "Timeout(.milliseconds(1500)))",
    ]
    let places = try parts.map { try #require(text.firstRange(of: $0), "\(text)").lowerBound }
    #expect(places == places.sorted(), "\(text)")
  }

  @Test("takes an expression behind 'of', with further words behind it")
  func expression() throws {
    let (writer, said) = writer(
      "export x.swift of patient.perAttempt(timeout: 1s)",
      "export x.swift of patient.perAttempt(timeout: 2s) over")
    let text = try #require(writer.files["x.swift"], "\(said)")
    #expect(text.contains("Timeout(.seconds(2))"), "\(text)")
    #expect(writer.files.count == 1)
  }

  @Test("reads its Swift again as one policy with its layers, and compares that in a check")
  func readBack() throws {
    let (writer, said) = writer("export final.swift of final check")
    #expect(said.contains("B  written: RetryPolicy"), "\(said)")
    let files = writer.files
    let reader = Writer(host: ScriptHost(file: { files[$0] }, json: ScriptHost.test.json))
    let read = reader.type("import policy \"final.swift\" as mine").joined(separator: "\n")
    #expect(read.contains("'pipeline' of the Retry library") && !read.contains("mine2"), "\(read)")
    #expect(!read.contains("not read") && read.contains(".perCall(timeout: 10s)"), "\(read)")
  }

  @Test("reads the layers of a document again")
  func document() throws {
    let (writer, _) = writer("export rules.json of final")
    let text = try #require(writer.files["rules.json"])
    #expect(text.contains("\"aroundCall\"") && text.contains("1.5s"), "\(text)")
  }

  @Test("names the timeouts and the rest of a chain in the words of Envoy")
  func envoy() throws {
    let (writer, said) = writer("export envoy.yaml of final.map { $0 } anyway")
    let text = try #require(writer.files["envoy.yaml"], "\(said)")
    #expect(text.contains("per_try_timeout: 1.5s") && text.contains("timeout: 10s"), "\(text)")
    #expect(said.contains("the circuit breaker is set elsewhere"), "\(said)")
    #expect(said.contains("'map' of the operation is for your code"), "\(said)")
  }

  @Test(
    "says what is missing",
    arguments: [
      ("export x.swift of pay", "'pay' has no retry"),
      ("export x.swift of patient.perAttempt(timeout: 1)", "is not understood"),
      ("export x.swift of nobody", "there is no 'nobody'"),
      ("export x.swift of nobody.retry(3)", "'nobody' is not defined"),
    ])
  func missing(line: String, words: String) {
    let (writer, said) = writer(line)
    #expect(said.contains(words), "\(said)")
    #expect(writer.files.isEmpty)
  }
}
