#if os(Linux)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif
  import RetryNumerics
  import VirtualTime

  extension Server {
    /// Sends, answers and reads on a connection until something has to be waited for.
    func advance(_ connection: Connection) {
      while flush(connection) {
        switch connection.state {
        case .reading: guard read(connection) else { return }
        case .answering(let exchange, let steps):
          guard step(connection, exchange, steps) else { return }
        case .ending:
          shutdown(connection.socket, Int32(SHUT_WR))
          wake(connection, after: Self.farewell)
          connection.state = .ended
          return watch(connection, Self.reads)
        case .ended: return
        }
      }
    }

    /// Sends what is left; returns whether all was sent.
    private func flush(_ connection: Connection) -> Bool {
      while connection.sent < connection.output.count {
        guard
          let count = Socket.transmit(connection.output[connection.sent...], to: connection.socket)
        else {
          leave(connection, .left)
          return false
        }
        guard count > 0 else {
          // More of it can wait.
          if let onward = connection.onward { watch(onward, 0) }
          // Who reads nothing and says nothing more would be reported as leaving again and again.
          if case .answering = connection.state, settings.speaksHTTP {
            watch(connection, Self.writes | Self.leaving)
          } else {
            watch(connection, Self.writes)
          }
          return false
        }
        connection.sent += count
      }
      (connection.output, connection.sent) = ([], 0)
      if connection.halfCloses {
        shutdown(connection.socket, Int32(SHUT_WR))
        connection.halfCloses = false
      }
      return true
    }

    /// Reads on; returns whether something is to be done about it.
    private func read(_ connection: Connection) -> Bool {
      do throws(BadRequest) {
        switch try connection.reader.next() {
        case nil:
          watch(connection, Self.reads | Self.leaving)
          return false
        case .waitsForContinue: connection.output = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        case .request(let request): begin(request, on: connection)
        }
      } catch {
        refuse(error, connection)
      }
      return true
    }

    func refuse(_ problem: BadRequest, _ connection: Connection) {
      connection.output = Answer(problem.status, content: problem.reason + "\n").bytes(closes: true)
      connection.state = .ending
    }

    func begin(_ request: Request, on connection: Connection) {
      let now = now
      connection.due = now
      if let timer = connection.timer { timers.cancel(timer) }
      connection.timer = nil
      let exchange = Exchange(
        request: request, connection: connection.number, arrival: now, finish: now,
        end: .answered, lateness: .zero)
      let steps = service.steps(for: request, on: connection.number, at: now)
      connection.state = .answering(exchange, steps: steps[...])
    }

    /// Takes the next step of an answer; returns whether another may follow at once.
    private func step(
      _ connection: Connection, _ exchange: Exchange, _ steps: ArraySlice<AnswerStep>
    ) -> Bool {
      if let onward = connection.onward { return relay(connection, onward) }
      let now = now
      guard connection.due <= now else {
        // It leaves early, or its time comes.
        watch(connection, connection.isHalfClosed ? 0 : Self.leaving)
        wake(connection, at: connection.due)
        return false
      }
      var exchange = exchange
      exchange.lateness = max(exchange.lateness, now - connection.due)
      // Once it is sent, a client may have it before this thread goes on. So the time is that before.
      if steps.first != nil { exchange.finish = now }
      connection.state = .answering(exchange, steps: steps.dropFirst())
      switch steps.first {
      case .wait(let span): connection.due = connection.due + max(span, .zero)
      case .send(let bytes): connection.output = bytes
      case .pause:
        connection.state = .answering(exchange, steps: steps)
        waiting[connection.number] = connection
        watch(connection, Self.leaving)
        return false
      case .hang:
        connection.state = .answering(exchange, steps: steps)
        watch(connection, Self.leaving)
        return false
      case .forward(let forwarding):
        let reader = AnswerReader(hasContent: exchange.request.method != "HEAD")
        return open(.answer(forwarding, reader), for: connection, exchange, steps.dropFirst())
      case .connect(let stream):
        return open(.stream(stream), for: connection, exchange, steps.dropFirst())
      case .close: finish(exchange, on: connection, .ending)
      case .reset:
        finish(exchange, on: connection, .ending)
        drop(connection, resets: true)
        return false
      case nil:
        let isKept = exchange.request.keepsConnection
        finish(exchange, on: connection, isKept ? .reading : .ending)
        connection.due = now
        if isKept { wake(connection, after: settings.idleness) }
      }
      return true
    }

    private func finish(_ exchange: Exchange, on connection: Connection, _ state: Connection.State)
    {
      forget(connection)
      service.note(exchange)
      connection.state = state
    }
  }
#endif
