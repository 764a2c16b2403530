import VirtualTime

// The calls that services of servers make, beside those of clients.

/// The call that services work for, however many servers are in between.
struct Patron {
  let client: Int32
  /// Its number, which tells it from later calls of the client.
  let number: UInt64
  let key: UInt64
}

extension Run {
  /// Starts a call of a service, which the trace of its patron shows.
  mutating func beginService(_ service: Int32, call number: UInt64, for patron: Patron) {
    enter(service)
    returnRecorder()
    begin(call: number, recorder: nil)
    call.pointee.patron = patron
    call.pointee.key = patron.key
    borrowRecorder()
  }

  /// The client that the current call is made for.
  var owner: Int {
    get { call.pointee.owner }
    set { call.pointee.owner = newValue }
  }

  /// What the current call asks for; zero if calls have no keys.
  var key: UInt64 {
    get { call.pointee.key }
    set { call.pointee.key = newValue }
  }

  var patron: Patron { call.pointee.patron ?? Patron(client: client, number: number, key: key) }

  /// Takes the recorder of the patron, unless its call is over.
  @inline(never)
  func borrowRecorder() {
    guard let patron = call.pointee.patron, state(of: patron.client).pointee.number == patron.number
    else {
      return
    }
    call.pointee.recorder = state(of: patron.client).pointee.recorder.take()
  }

  @inline(never)
  func returnRecorder() {
    guard let patron = call.pointee.patron, let recorder = call.pointee.recorder.take() else {
      return
    }
    state(of: patron.client).pointee.recorder = recorder
  }

  /// Stops all calls, because that of a service reached a limit.
  mutating func stopAll(at limit: Outcome.Limit) {
    serviceStop = limit
    for client in clientNumbers where state(of: client).pointee.halt == nil {
      state(of: client).pointee.halt = .limit(limit)
    }
  }
}
