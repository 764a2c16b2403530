import RetryNumerics
import Simulation
import Testing
import VirtualTime

@Suite("Operators on errors")
struct ErrorOperatorTests {
  @Test("errors are equal if their kinds, payloads and hints are")
  func equality() {
    let faults = [
      Fault("a"), Fault("b"), Fault("a", 1), Fault("a", 2), Fault("a", 1, retryAfter: ms(1)),
      Fault("a", retryAfter: ms(1)), Fault("b", retryAfter: ms(1)), Fault("b", 1),
    ]
    for (index, fault) in faults.enumerated() {
      let same = Fault(fault.kind, fault.payload, retryAfter: fault.retryAfter)
      #expect(fault == same && fault.hashValue == same.hashValue)
      for (other, another) in faults.enumerated() where other != index {
        #expect(fault != another)
      }
    }
  }

  @Test("each sends the same signals as in RxSwift, at the same times", arguments: cases)
  func table(row: MarbleCase) throws {
    try row.check()
  }

  static let cases: [MarbleCase] = [
    MarbleCase("catch continues with what its closure gives", "-1-#", "-1--7|", ["0-30"]) {
      source in
      let rest = try marbles("-7|")
      return source.catch { _ in rest }
    },
    MarbleCase("catch does not catch the error of its own source", "-#", "-#", ["0-10"]) {
      $0.catch { .fail($0) }
    },
    MarbleCase("an error of catch's closure fails", "-#", "-#", ["0-10"]) {
      $0.catch { _ throws(Fault) in throw Fault("bad") }
    },
    MarbleCase("catch is not asked without an error", "-1|", "-1|", ["0-20"]) {
      $0.catch { _ in .just(9) }
    },
    MarbleCase("catchAndReturn sends a value in the place of an error", "-1#", "-1(9|)", ["0-20"]) {
      $0.catchAndReturn(9)
    },
    MarbleCase("fallback continues with another source", "-1#", "-1-1#", ["0-20", "20-40"]) {
      $0.fallback(to: $0)
    },
    MarbleCase("fallback leaves an error that its filter refuses", "-1#", "-1#", ["0-20"]) {
      $0.fallback(to: .just(9), on: FaultFilter(on: [FaultPattern("timeout")]))
    },
    MarbleCase("mapError keeps values and completion", "-1-2|", "-1-2|", ["0-40"]) {
      $0.mapError { _ in Fault("other") }
    },
  ]

  @Test("mapError replaces the error")
  func mapError() {
    let source = Source.fail(Fault("low")).mapError { Fault("high", .fault($0)) }
    #expect(play(source).outcome == .failure(Fault("high", .fault(Fault("low")))))
  }

  @Test("`do` adds its remarks to the trace, if any")
  func remarks() throws {
    let source = try marbles("-1-2#").do { signal in signal == .value(1) ? nil : "saw \(signal)" }
    let trace = Machine(source, seed: 1).trace()
    let notes = trace.events.compactMap { event in
      if case .note(let text) = event.kind { "\(event.at.milliseconds) \(text)" } else { nil }
    }
    #expect(notes == ["30 saw value 2", "40 saw failed error"])
  }

  @Test("a cancelled call sends nothing more, does not end, and leaves nothing pending")
  func cancel() throws {
    let source = try Source.marbles("-1-2-3-#", unit: unit, named: "source").retry()
      .cancel(at: ms(105))
    let machine = Machine(source, seed: 1)
    let trace = machine.trace()
    #expect(trace.result.outcome == .cancelled)
    #expect(trace.result.duration == ms(105))
    #expect(MarbleDrawing.draw(signals(of: trace), unit: unit) == "-1-2-3--1-2")
    #expect(machine.pendingCount == 0)
  }

  @Test("a call cancelled at its start makes no attempt, not even in a parallel source")
  func cancelAtStart() throws {
    let operation = Source.operation(try Operation("fetch", latency: .constant(ms(100))))
    for time in [Nanoseconds.zero, ms(-1)] {
      let sources = [
        operation.cancel(at: time), operation.retry().cancel(at: time).retry(),
        Source.merge([operation.cancel(at: time), operation]),
      ]
      for source in sources {
        let result = Machine(source, seed: 1).trace().result
        #expect(result.outcome == .cancelled)
        #expect(result.tally.attempts == 0)
        #expect(result.duration == .zero)
      }
    }
  }
}
