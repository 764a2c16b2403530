import HTTPServer
import RetryNumerics
import Simulation

/// An operation of a scenario with the calls that clients make of it.
final class ListeningOperation {
  let name: String
  private let source: Source
  private let seed: UInt64
  private var finder = CallFinder()
  /// The calls that were attempted last, and when they began.
  private var calls: [CallFinder.Call: Begun] = [:]
  private var order: [CallFinder.Call] = []

  private struct Begun {
    let machine: Machine
    let start: Nanoseconds
  }

  private static let mostCalls = 1 << 14

  init(_ name: String, _ source: Source, seed: UInt64) {
    (self.name, self.source, self.seed) = (name, source, seed)
  }

  /// Makes the attempt that a request stands for, at a time since the start of the server.
  func attempt(_ request: Request, at time: Nanoseconds) -> (CallFinder.Place, LiveAttempt) {
    let place = finder.begin(request)
    let known = place.attempt > 1 ? calls[place.call] : nil
    let call = known ?? begin(place, at: time)
    return (place, call.machine.attempt(at: time - call.start))
  }

  func end(_ place: CallFinder.Place, isSuccess: Bool) {
    finder.end(place, isSuccess: isSuccess)
    if isSuccess { calls[place.call] = nil }
  }

  private func begin(_ place: CallFinder.Place, at time: Nanoseconds) -> Begun {
    let machine = Machine(source, seed: seed)
    machine.begin(call: place.call.number, arrival: time)
    // What was forgotten of the call is made again, so that its next attempt has its number.
    for _ in 1..<place.attempt { _ = machine.attempt(at: .zero) }
    let begun = Begun(machine: machine, start: time)
    calls[place.call] = begun
    order.append(place.call)
    // Calls that nobody goes on with are left behind.
    if order.count > Self.mostCalls {
      let old = order.prefix(Self.mostCalls / 2)
      for call in old { calls[call] = nil }
      order.removeFirst(old.count)
    }
    return begun
  }
}
