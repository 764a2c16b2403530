#if os(Linux)
  import CEvents
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif
  package import RetryNumerics
  import VirtualTime

  /// A server of HTTP/1.1 on the loopback address, whose every byte, end and time its service decides.
  ///
  /// It runs on the thread that calls `run`. No library leaves a true reset, half a header and a slow content to its
  /// caller, so this one speaks to sockets itself. There is neither TLS nor HTTP/2.
  package final class Server {
    package let port: UInt16
    let settings: ServerSettings
    let service: any Service
    private let listener: Int32
    private let poll: Int32
    private let clock: Int32
    private let start: timespec
    private var connections: [Int32: Connection] = [:]
    /// Those whose answers wait for the service, by number.
    var waiting: [UInt64: Connection] = [:]
    private var number: UInt64 = 0
    var timers = EventQueue<Int32>()
    /// When the clock of the system will wake the server.
    private var alarm: Instant?
    private var isAccepting = true
    /// When it looks again whether there is room for more connections.
    private var nextLook = Nanoseconds.never
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    /// Where the other server is, if requests go on to one, and the connections to it.
    let addresses: [Socket.Address]
    var onwards: [Int32: Onward] = [:]
    /// The bytes of all requests that are kept for it.
    private var kept = 0

    package init(_ settings: ServerSettings, _ service: any Service) throws(ServerError) {
      (self.settings, self.service) = (settings, service)
      addresses =
        try settings.destination.map { value throws(ServerError) in
          try Socket.addresses(of: value)
        } ?? []
      (listener, port) = try Socket.listening(at: settings.port)
      poll = epoll_create1(Int32(EPOLL_CLOEXEC))
      clock = timerfd_create(
        CLOCK_MONOTONIC, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      start = now
      guard poll >= 0, clock >= 0 else { throw ServerError("no events") }
      watch(listener, Self.reads, from: 0)
      watch(clock, Self.reads, from: 0)
    }

    deinit {
      for socket in [connections.keys.map(\.self), onwards.keys.map(\.self)].joined() {
        close(socket)
      }
      for descriptor in [listener, poll, clock] { close(descriptor) }
    }

    static let reads = EPOLLIN.rawValue
    static let writes = EPOLLOUT.rawValue
    static let leaving = EPOLLRDHUP.rawValue
    /// How long a client is waited for after all was said to it.
    static let farewell = Nanoseconds(1_000_000_000)
    /// How often it looks for room if there is none.
    private static let look = Nanoseconds(100_000_000)

    /// The time since the start.
    package var now: Nanoseconds {
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      return Nanoseconds(
        Int64(now.tv_sec - start.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec - start.tv_nsec))
    }

    /// Answers requests until it is told to stop, which it asks ten times in a second at least.
    package func run(until isStopped: () -> Bool) {
      var events = [epoll_event](repeating: epoll_event(), count: 256)
      var isLast = false
      while !isLast {
        // What clients did before it was told to stop still counts.
        isLast = isStopped()
        let count = epoll_wait(poll, &events, Int32(events.count), isLast ? 0 : 100)
        for event in events.prefix(max(Int(count), 0)) { take(event) }
        fire()
        goOn()
        if !isAccepting, nextLook <= now { makeRoom() }
        setAlarm()
      }
      for connection in connections.values { leave(connection, .stopped) }
    }

    private func take(_ event: epoll_event) {
      let descriptor = event.data.fd
      if descriptor == listener { return accept() }
      if descriptor == clock { return hearAlarm() }
      if let onward = onwards[descriptor] {
        if onward.isConnected || connect(onward) { advance(onward.client) }
        return
      }
      guard let connection = connections[descriptor] else { return }
      if case .stream? = connection.onward?.task { return advance(connection) }
      let isLeaving = event.events & (Self.leaving | EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
      if event.events & Self.reads != 0 { receive(connection) }
      if isLeaving, case .answering = connection.state { return leave(connection, .left) }
      if connections[descriptor] === connection { advance(connection) }
    }

    /// Wakes the connections whose time has come.
    private func fire() {
      let now = Instant(now)
      while let next = timers.nextInstant, next <= now, let socket = timers.next() {
        guard let connection = connections[socket] else { continue }
        connection.timer = nil
        switch connection.state {
        case .answering: advance(connection)
        case .reading where connection.reader.isInside:
          refuse(BadRequest(408, "a request that does not end"), connection)
          advance(connection)
        case .reading, .ending, .ended: drop(connection)
        }
      }
    }

    /// Goes on with the answers that waited for the service.
    private func goOn() {
      guard let next = service.nextTime, next <= now else { return }
      for continuation in service.continuations(at: now) {
        guard let connection = waiting.removeValue(forKey: continuation.connection),
          case .answering(let exchange, _) = connection.state
        else { continue }
        connection.due = continuation.time
        connection.state = .answering(exchange, steps: continuation.steps[...])
        advance(connection)
      }
    }

    private func hearAlarm() {
      Socket.hear(alarm: clock)
      alarm = nil
    }

    private func setAlarm() {
      let times = [timers.nextInstant, service.nextTime.map { Instant($0) }].compactMap(\.self)
      guard let next = times.min(), next < .never, next != alarm else { return }
      alarm = next
      let time = (next.sinceStart + Nanoseconds(Int64(start.tv_nsec))).count
      var when = itimerspec()
      when.it_value.tv_sec = start.tv_sec + Int(time / 1_000_000_000)
      when.it_value.tv_nsec = max(Int(time % 1_000_000_000), 1)
      timerfd_settime(clock, Int32(TFD_TIMER_ABSTIME), &when, nil)
    }
  }

  // MARK: - Connections

  extension Server {
    /// Asks the system for other reports of a descriptor than before; with none, it is left out.
    func watch(_ descriptor: Int32, _ interest: UInt32, from before: UInt32) {
      var event = epoll_event()
      (event.events, event.data.fd) = (interest, descriptor)
      let change =
        before == 0 ? EPOLL_CTL_ADD : interest == 0 ? EPOLL_CTL_DEL : EPOLL_CTL_MOD
      epoll_ctl(poll, change, descriptor, &event)
    }

    func watch(_ connection: Connection, _ interest: UInt32) {
      guard connection.interest != interest else { return }
      watch(connection.socket, interest, from: connection.interest)
      connection.interest = interest
    }

    private func accept() {
      while connections.count < settings.connections {
        let socket = Socket.accepted(at: listener)
        guard socket >= 0 else {
          switch errno {
          case EAGAIN: return
          case EINTR, ECONNABORTED: continue
          // No descriptor or no memory is left, so that asking again at once would find the same.
          default: return rest()
          }
        }
        Socket.set(socket, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        let connection = Connection(socket, number: number, settings.limits)
        number += 1
        connections[socket] = connection
        connection.due = now
        guard settings.speaksHTTP else {
          begin(.connection, on: connection)
          advance(connection)
          continue
        }
        watch(connection, Self.reads | Self.leaving)
        wake(connection, after: settings.idleness)
      }
      rest()
    }

    /// Lets other connections wait until one ends, or until there may be room again.
    private func rest() {
      isAccepting = false
      nextLook = now + Self.look
      watch(listener, 0, from: Self.reads)
    }

    private func acceptAgain() {
      guard !isAccepting else { return }
      isAccepting = true
      watch(listener, Self.reads, from: 0)
    }

    /// Ends connections that nobody uses, since others wait for them.
    private func makeRoom() {
      let now = now
      for connection in connections.values {
        guard case .reading = connection.state, !connection.reader.isInside,
          connection.due + settings.crowdedIdleness <= now
        else { continue }
        drop(connection)
      }
      acceptAgain()
    }

    func wake(_ connection: Connection, after span: Nanoseconds) {
      wake(connection, at: now + span)
    }

    func wake(_ connection: Connection, at time: Nanoseconds) {
      if let timer = connection.timer { timers.cancel(timer) }
      connection.timer = timers.schedule(connection.socket, at: Instant(time))
    }

    private func receive(_ connection: Connection) {
      guard case .reading = connection.state else {
        // What comes after the end is thrown away.
        if let count = Socket.receive(connection.socket, &buffer), count <= 0 { drop(connection) }
        return
      }
      guard let count = Socket.receive(connection.socket, &buffer) else { return }
      guard count > 0 else { return drop(connection) }
      if !connection.reader.isInside { wake(connection, after: settings.patience) }
      connection.reader.add(buffer[..<count])
      guard settings.limits.keepsContent else { return }
      (kept, connection.kept) = (kept + count, connection.kept + count)
      if kept > settings.kept {
        refuse(
          BadRequest(503, "the requests that are under way take all of the memory"), connection)
      }
    }

    /// Counts the bytes of a request no longer.
    func forget(_ connection: Connection) {
      kept -= connection.kept
      connection.kept = 0
    }

    /// Ends the answer to a request before all steps were taken.
    func leave(_ connection: Connection, _ end: Exchange.End) {
      if case .answering(var exchange, _) = connection.state {
        (exchange.finish, exchange.end) = (now, end)
        service.note(exchange)
      }
      drop(connection)
    }

    func drop(_ connection: Connection, resets: Bool = false) {
      if let timer = connection.timer { timers.cancel(timer) }
      connections[connection.socket] = nil
      waiting[connection.number] = nil
      forget(connection)
      if let onward = connection.onward { release(onward) }
      if resets { Socket.reset(connection.socket) } else { close(connection.socket) }
      acceptAgain()
    }
  }
#endif
