import RetryNumerics
import Simulation
import Testing
import TextLayout
import VirtualTime

@testable import Report

@Suite("Calls as frames")
struct PlaybackTests {
  private func playback(_ source: Source) -> (Playback, Trace) {
    let trace = Machine(source, seed: 42).trace()
    let playback = Playback(
      trace: trace, attemptLimit: nil, style: Style(), source: source)
    return (playback, trace)
  }

  @Test("the events of one instant form one frame, and all lines belong to a frame")
  func frames() throws {
    let source = try scripted("fetch", fails(), fails(), ok()).retry(strategy(3))
    let (playback, trace) = playback(source)
    #expect(playback.frames.map(\.at) == [0, 100, 300, 400, 600, 700].map(ms))
    // The last event is the end of the call, which the summary shows.
    #expect(playback.frames.last?.eventCount == trace.events.count - 1)
    let counts = [0] + playback.frames.map(\.eventCount)
    #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 })
    let pieces = zip(counts, counts.dropFirst()).flatMap { playback.lines(about: $0..<$1) }
    #expect(pieces == playback.lines(about: 0..<trace.events.count))
  }

  @Test("several notifiers that receive errors at one instant wait independently")
  func notifiers() throws {
    let sources = try ["a", "b", "c"].enumerated().map { number, name in
      try scripted(name, fails(), ok()).retryWhen { $0.delay(ms(200 + 100 * Int64(number))) }
    }
    let (_, trace) = playback(sources[0].merge(sources[1]).merge(sources[2]))
    let waits = TraceWaits(trace.events)
    let lengths = trace.events.indices.compactMap { index -> Nanoseconds? in
      guard case .notified = trace.events[index].kind else { return nil }
      return waits[index]
    }
    #expect(lengths == [200, 300, 400].map(ms))
  }
}
