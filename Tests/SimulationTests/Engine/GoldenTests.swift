import RetryNumerics
import Simulation
import Testing
import VirtualTime

/// Recorded results must stay the same, in debug and release builds, on every machine.
@Suite("Golden calls")
struct GoldenTests {
  @Test("random plans match the committed digest")
  func digest() {
    var digest = Digest()
    for seed in UInt64(0)..<500 {
      var limits = Limits()
      limits.events = 500
      let source = RandomPlan(seed: seed).source(depth: 4)
      let trace = Machine(source, seed: seed, limits: limits).trace(call: seed * 7919)
      digest.add(trace)
    }
    #expect(digest.hexadecimal == "a5f74415318c00d2")
  }
}

/// The 64-bit FNV-1a hash of its input.
private struct Digest {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  var hexadecimal: String { String(hash, radix: 16) }

  mutating func add(_ trace: Trace) {
    for event in trace.events {
      add(event.at.sinceStart.count)
      if case .attempt(let attempt) = event.kind { add(Int64(attempt.number)) }
    }
    add(trace.result.tally.waited.count)
    add(outcome: trace.result.outcome)
  }

  private mutating func add(outcome: Outcome) {
    switch outcome {
    case .success(let value): add("success \(value)")
    case .failure(let fault): add("failure \(fault)")
    case .completed: add("completed")
    case .cancelled: add("cancelled")
    case .stopped: add("stopped")
    case .hung(let waits): add("hung \(waits.count)")
    }
  }

  private mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte: byte) }
  }

  private mutating func add(_ number: Int64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      add(byte: UInt8(truncatingIfNeeded: number >> Int64(shift)))
    }
  }

  private mutating func add(byte: UInt8) {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
