// The clients of a run, and the services that make calls of their own.

extension Run {
  /// Starts to load what the next timers need, which is rarely in the cache if there are many clients.
  @inline(never)
  func loadSoon() {
    timers.forEachSoon { $0.prefetch() }
    timers.forEachSoon { $0.stage.prefetch(self) }
  }

  func prefetch(_ client: Int32) {
    if client < .nobody {
      services.prefetch(client.service)
    } else {
      clients.prefetch(Int(client) + 1)
    }
  }
}

extension Run {
  var hasServices: Bool { services.count > 0 }

  var clientNumbers: Range<Int32> { 0..<Int32(clients.count - 1) }

  mutating func addClient(_ actors: ActorTable) -> Int32 {
    clients.append(CallState(idle: actors))
    // Growing the array may move the states.
    call = state(of: client)
    return Int32(clients.count - 2)
  }

  mutating func addService(_ actors: ActorTable) -> Int32 {
    services.append(CallState(idle: actors))
    call = state(of: client)
    return Int32(service: services.count - 1)
  }

  /// The state of a client or service, until another is added.
  func state(of client: Int32) -> UnsafeArray<CallState>.Address {
    client < .nobody
      ? services.address(of: client.service) : clients.address(of: Int(client) + 1)
  }

  @inline(__always)
  mutating func enter(_ next: Int32) {
    guard next != client, next != .nobody else { return }
    if hasServices { returnRecorder() }
    client = next
    call = state(of: next)
    if hasServices { borrowRecorder() }
  }
}

extension Int32 {
  /// The only client, or the first of several.
  static let first: Int32 = 0
  /// The client of stages that belong to no call; the calls of services have lower numbers.
  static let nobody: Int32 = -1

  /// Returns the client number of a service, below that of nobody.
  fileprivate init(service index: Int) { self = .nobody - 1 - Int32(index) }

  fileprivate var service: Int { Int(.nobody - 1 - self) }
}
