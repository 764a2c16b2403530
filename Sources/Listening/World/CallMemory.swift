import Simulation

/// The calls of an operation that clients may go on with.
struct CallMemory {
  private var finder: CallFinder
  private var calls: [CallFinder.Call: LiveCalls.Call] = [:]
  private var order: [CallFinder.Call] = []

  /// The most calls that are kept, more than the finder does, so that none is forgotten that it knows.
  private let most: Int

  init(room: Int) {
    finder = CallFinder(room: room)
    most = room * 2 + 1
  }

  /// The number of calls so far.
  var count: UInt64 { finder.count }

  mutating func place(of sign: CallSign, _ value: String) -> CallFinder.Place {
    finder.begin(sign, value)
  }

  /// The call that an attempt belongs to, which begins with its first one.
  mutating func call(at place: CallFinder.Place, of operation: Int) -> LiveCalls.Call {
    if place.attempt > 1, let known = calls[place.call] { return known }
    order.append(place.call)
    if order.count > most {
      let old = order.prefix(most / 2)
      for call in old { calls[call] = nil }
      order.removeFirst(old.count)
    }
    return LiveCalls.Call(number: place.call.number, of: operation)
  }

  mutating func keep(_ call: LiveCalls.Call, at place: CallFinder.Place) {
    calls[place.call] = call
  }

  mutating func end(_ place: CallFinder.Place, isSuccess: Bool) {
    finder.end(place, isSuccess: isSuccess)
  }
}
