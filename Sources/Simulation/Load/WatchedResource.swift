import VirtualTime

/// What is told of a server, channel, row or cache of a load, beside its figures.
package struct WatchedResource: Hashable, Sendable {
  package private(set) var name = ""
  /// The maximum number of concurrent services; `nil` for a row or a cache, which never make anyone wait.
  package private(set) var slots: Int?
  /// The number of services per second that it can complete, if that is known.
  package private(set) var capacity: Double?
  /// Whether it answers some of what it is asked by itself.
  package private(set) var isCache = false
  /// Whether attempts may wait too long.
  package private(set) var canExpire = false
  /// Whether attempts may be in it when it crashes.
  package private(set) var canCrash = false

  init() {}

  init(_ resource: Resource) {
    name = resource.name
    switch resource {
    case .server(let server):
      slots = server.slots
      if server.computed == nil, server.service.mean > 0 {
        capacity = Double(server.slots) / server.service.mean * 1e9
      }
      (canExpire, canCrash) = (server.expires != nil, server.crash != nil)
    case .channel: slots = 1
    case .row: break
    case .cache: isCache = true
    }
  }
}

extension WatchedResource: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    coder.code(&name)
    coder.code(&slots, blank: 0)
    coder.code(&capacity, blank: 0)
    coder.code(&isCache)
    coder.code(&canExpire)
    coder.code(&canCrash)
  }
}
