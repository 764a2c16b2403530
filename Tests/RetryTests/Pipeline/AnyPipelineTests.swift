import Retry
import Testing
import VirtualTime

@Suite("A pipeline in a stored property")
struct AnyPipelineTests {
  private struct Busy: Error {}

  private let clock = VirtualClock()
  private let policy = RetryPolicy<any Error>(attempts: 3, backoff: .constant(.seconds(1)))

  @Test("it makes the calls of the pipeline that it was made of")
  func layers() throws {
    let client = AnyPipeline<Int>(
      Pipeline(Retrying(policy, clock: clock), Timeout(.seconds(5), clock: clock)))
    let number = try clock.run {
      try await client.call { context in
        if context.attempt < 3 { throw Busy() }
        return context.attempt
      }
    }
    #expect(number == 3 && clock.now.time == .seconds(2))
  }

  @Test("its fallback is told the context, and a judged value fails the attempt")
  func fallback() throws {
    let client = AnyPipeline<String>(
      Pipeline(
        Fallback { error, context in "\(error) for \(context.tag ?? "nobody")" },
        Retrying(policy, clock: clock)))
    let page = try clock.run {
      try await client.call(
        CallContext(tag: "request 7"), judging: { $0.isEmpty ? Busy() : nil }
      ) { _ in "" }
    }
    #expect(page == "Busy() for request 7" && clock.now.time == .seconds(2))
    let nobody = try clock.run { try await client.call { _ in throw Busy() } }
    #expect(nobody == "Busy() for nobody")
  }

}
