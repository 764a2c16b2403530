import Retry
import RetrySystems
import Testing

/// A file that is read, converted and written; the second write succeeds.
private final class Conversion {
  enum Failure: Error { case unreadable, malformed, full }

  var steps: [String] = []

  func readFile(at path: String) -> Result<String, Failure> {
    steps.append("read")
    return path.isEmpty ? .failure(.unreadable) : .success("1,2,3")
  }

  func parse(_ text: String) -> Result<[Int], Failure> {
    steps.append("parse")
    let numbers = text.split(separator: ",").compactMap { Int($0) }
    return numbers.isEmpty ? .failure(.malformed) : .success(numbers)
  }

  func apply(_ numbers: [Int]) -> [Int] {
    steps.append("apply")
    return numbers.map { $0 * 2 }
  }

  func convert(_ numbers: [Int]) -> Result<String, Failure> {
    steps.append("convert")
    return .success("\(numbers)")
  }

  func write(_ text: String) -> Result<String, Failure> {
    defer { steps.append("write") }
    return steps.contains("write") ? .success(text) : .failure(.full)
  }
}

// The chain is as in the source, and the retries are put around a stage or around all of it.
@Suite("Usage of a chain of results")
struct ResultChainUsage {
  private let file = Conversion()
  private let policy = RetryPolicy<Conversion.Failure>(attempts: 2)

  @Test("the chain alone ends at the stage that fails")
  func chain() {
    let result = file.readFile(at: "in").flatMap(file.parse).map(file.apply)
      .flatMap(file.convert).flatMap { file.write($0) }
    #expect(result == .failure(.full))
    #expect(file.steps == ["read", "parse", "apply", "convert", "write"])
  }

  @Test("a retry around one stage repeats that stage")
  func stage() {
    let result = file.readFile(at: "in").flatMap(file.parse).map(file.apply)
      .flatMap(file.convert).flatMap { text in .retryingBlocking(policy) { file.write(text) } }
    #expect(result == .success("[2, 4, 6]"))
    #expect(file.steps == ["read", "parse", "apply", "convert", "write", "write"])
  }

  @Test("a retry around the chain repeats all stages")
  func all() {
    let result = Result.retryingBlocking(policy) {
      file.readFile(at: "in").flatMap(file.parse).map(file.apply)
        .flatMap(file.convert).flatMap { file.write($0) }
    }
    #expect(result == .success("[2, 4, 6]"))
    let once = ["read", "parse", "apply", "convert", "write"]
    #expect(file.steps == once + once)
  }
}
