import VirtualTime

// The calls that services of servers make, beside those of clients.

/// The call that services work for, however many servers are in between.
struct Patron {
  /// Its client.
  let client: Int32
  /// Its number, which tells it from later calls of the client.
  let number: UInt64
  /// What it asks for.
  let key: UInt64
}

extension Int32 {
  /// Returns the client number of a service, below that of nobody.
  fileprivate init(service index: Int) { self = .nobody - 1 - Int32(index) }

  /// The index of a service.
  fileprivate var service: Int { Int(.nobody - 1 - self) }
}

extension Run {
  /// Whether there are services that call others.
  var hasServices: Bool { !services.isEmpty }

  /// Adds a service whose calls run alongside those of clients.
  mutating func addService(_ actors: ActorTable) -> Int32 {
    // The call of a single client must have a place as well.
    if others.isEmpty { others.append(CallState(actors: actors.blank)) }
    services.append(CallState(actors: actors))
    return Int32(service: services.count - 1)
  }

  /// Starts a call of a service, which the trace of its patron shows.
  mutating func beginService(_ service: Int32, call number: UInt64, for patron: Patron) {
    enter(service)
    returnRecorder()
    beginBeside(call: number, recorder: nil)
    call.patron = patron
    call.key = patron.key
    borrowRecorder()
  }

  /// The client that the current call is made for.
  var owner: Int {
    get { call.owner }
    set { call.owner = newValue }
  }

  /// What the current call asks for; zero if calls have no keys.
  var key: UInt64 {
    get { call.key }
    set { call.key = newValue }
  }

  /// The patron of what the current client or service calls.
  var patron: Patron { call.patron ?? Patron(client: client, number: number, key: key) }

  /// Switches to the call of another client or service.
  @inline(never)
  mutating func enterBesideServices(_ next: Int32) {
    returnRecorder()
    swapCall(of: client)
    swapCall(of: next)
    client = next
    borrowRecorder()
  }

  private mutating func swapCall(of client: Int32) {
    if client > .nobody {
      swap(&call, &others[Int(client)])
    } else {
      swap(&call, &services[client.service])
    }
  }

  /// Takes the recorder of the patron, unless its call is over.
  private mutating func borrowRecorder() {
    guard let patron = call.patron, others[Int(patron.client)].number == patron.number else {
      return
    }
    call.recorder = others[Int(patron.client)].recorder.take()
  }

  private mutating func returnRecorder() {
    guard let patron = call.patron, let recorder = call.recorder.take() else { return }
    others[Int(patron.client)].recorder = recorder
  }

  /// Stops all calls, because that of a service reached a limit.
  mutating func stopAll(at limit: Outcome.Limit) {
    serviceStop = limit
    for index in others.indices where others[index].halt == nil {
      others[index].halt = .limit(limit)
    }
  }
}
