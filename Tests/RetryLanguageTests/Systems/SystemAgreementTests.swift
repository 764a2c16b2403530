import RetryLanguage
import Simulation
import Testing

/// A system as a person types it, and as a program uses it.
struct System: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let text: String
  /// The expected timeline of both.
  let course: String
  var dialect = Dialect.rxswift
  let library: @Sendable (Bench) async throws -> Void

  /// A system whose text comes after the operations that the library meets as well.
  init(
    _ name: String, _ text: String, dialect: Dialect = .rxswift, comesTo course: String,
    library: @escaping @Sendable (Bench) async throws -> Void
  ) {
    testDescription = "\(name): \(text)"
    self.text = Self.operations + text
    self.course = course
    self.dialect = dialect
    self.library = library
  }

  private static let operations = """
    let fetch = op(script: [.timeout, .timeout, .timeout, ok(7)])
    let page = op(script: [.auth, .timeout, ok(7)])
    let login = op(latency: 300ms)
    let read = op(latency: 40ms, returns: 1)
    let write = op(latency: 50ms, script: [.full, ok(7)])
    let photos = op(script: [.offline, ok(1)])
    let friends = op(latency: 600ms, script: [.refused, ok(2)])
    let down = op(fails: [.offline: 100%])
    let user = op(script: [ok(json("{\\"code\\": 17}")), ok(json("{\\"id\\": 7}"))])
    let video = op(script: [.networkFailure(.timeout), .networkFailure(.offline), .exceedSize])

    """
}

/// The forms of the language and the types of the library, on the same faults.
@Suite("What you type is what you import")
struct SystemAgreementTests {
  static let systems: [System] =
    System.wrappers + System.reactive + System.people + System.services + System.payloads

  @Test("has the same timeline in the language and in the library", arguments: systems)
  func agrees(system: System) async throws {
    let typed = try #require(Course(of: system.text, dialect: system.dialect))
    #expect(typed.description == system.course)
    let bench = Bench()
    try await system.library(bench)
    #expect(bench.course == typed)
  }

  @Test("each of the sixteen systems is compared")
  func complete() {
    let names = Set(Self.systems.map { $0.testDescription.prefix { $0 != ":" && $0 != " " } })
    #expect(names == Set((1...16).map { "S\($0)" }))
  }
}
