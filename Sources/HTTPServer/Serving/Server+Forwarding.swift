#if os(Linux)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif
  import CEvents
  import RetryNumerics

  extension Server {
    /// Opens a connection to the other server; returns whether something is to be done about it at once.
    func open(
      _ task: Onward.Task, for connection: Connection, _ exchange: Exchange,
      _ rest: ArraySlice<AnswerStep>
    ) -> Bool {
      connection.state = .answering(exchange, steps: rest)
      var output: [UInt8] = []
      if case .answer(let forwarding, _) = task, let destination = settings.destination {
        output = forwarding.bytes(for: destination)
      }
      guard let (socket, others) = Socket.connecting(addresses[...]) else {
        return end(task, .unreachable(Socket.problem), for: connection)
      }
      let onward = Onward(socket, others, for: connection, task, output: output)
      (onwards[socket], connection.onward) = (onward, onward)
      watch(onward, Self.writes)
      // A client of a stream that has said all would be reported again and again until the other server is there.
      if case .stream = task { watch(connection, 0) } else { watch(connection, Self.leaving) }
      return false
    }

    /// Notes that a connection to the other server is there, or is not; returns whether it can be used.
    func connect(_ onward: Onward) -> Bool {
      let problem = Socket.error(of: onward.socket)
      if problem == 0 {
        onward.isConnected = true
        return true
      }
      watch(onward, 0)
      onwards[onward.socket] = nil
      close(onward.socket)
      guard let (socket, others) = Socket.connecting(onward.addresses) else {
        onward.client.onward = nil
        if end(onward.task, .unreachable(Socket.words(of: problem)), for: onward.client) {
          advance(onward.client)
        }
        return false
      }
      (onward.socket, onward.addresses) = (socket, others)
      onwards[socket] = onward
      watch(onward, Self.writes)
      return false
    }

    /// Moves what can be moved between a client and the other server; returns whether something is to be done at once.
    func relay(_ connection: Connection, _ onward: Onward) -> Bool {
      guard onward.isConnected else { return false }
      switch onward.task {
      case .answer(let forwarding, let reader):
        let isSent = flush(onward) ?? abandon(onward)
        let count = Socket.receive(onward.socket, &buffer)
        guard let count else {
          watch(connection, Self.leaving)
          watch(onward, isSent ? Self.reads : Self.reads | Self.writes)
          return false
        }
        guard count >= 0 else { return finish(onward, .reset) }
        return pass(count, forwarding, reader, onward)
      case .stream(let stream): return move(connection, onward, stream)
      }
    }

    /// Says no more to another server that takes nothing, which may have answered before.
    private func abandon(_ onward: Onward) -> Bool {
      (onward.output, onward.sent, onward.isAbandoned) = ([], 0, true)
      return true
    }

    /// Passes on what came of an answer.
    private func pass(
      _ count: Int, _ forwarding: Forwarding, _ reader: AnswerReader, _ onward: Onward
    ) -> Bool {
      guard count > 0 else {
        if reader.endsWithConnection { return complete(onward, forwarding) }
        return finish(onward, onward.isAbandoned ? .reset : .closed)
      }
      var reader = reader
      reader.add(buffer[..<count])
      var bytes: [UInt8] = []
      do throws(BadRequest) {
        while let event = try reader.next() {
          switch event {
          case .head(let head):
            bytes += begin(onward, forwarding, head)
          case .bytes(let more): bytes += onward.isChunked ? Self.chunk(more) : Array(more)
          case .end:
            if !forwarding.isLost { onward.client.output += bytes }
            return complete(onward, forwarding)
          }
        }
      } catch {
        return finish(onward, .unreachable(error.reason))
      }
      onward.task = .answer(forwarding, reader)
      if !forwarding.isLost { onward.client.output += bytes }
      return true
    }

    /// Returns the head of an answer as the client gets it.
    private func begin(_ onward: Onward, _ forwarding: Forwarding, _ head: AnswerHead) -> [UInt8] {
      let request = forwarding.request
      onward.hasBegun = !forwarding.isLost
      onward.reply = .answered(
        status: head.status, retryAfter: head.fields.first { $0.name == "retry-after" }?.value)
      var text = "HTTP/1.1 \(head.status) \(head.reason)\r\n"
      for field in head.fields.ofMessage + forwarding.fields {
        text += "\(field.name): \(field.value)\r\n"
      }
      onward.closes = !request.keepsConnection
      switch head.framing {
      case .length(let length) where length > 0: text += "content-length: \(length)\r\n"
      case .length:
        // The answer to a HEAD tells the length of another.
        let told = head.fields.first { $0.name == "content-length" }?.value
        let length = told ?? (head.status == 204 || head.status == 304 ? nil : "0")
        if let length { text += "content-length: \(length)\r\n" }
      case .chunks, .connection:
        onward.isChunked = request.minorVersion > 0
        if onward.isChunked {
          text += "transfer-encoding: chunked\r\n"
        } else {
          onward.closes = true
        }
      }
      return Array((text + "connection: \(onward.closes ? "close" : "keep-alive")\r\n\r\n").utf8)
    }

    private static func chunk(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
      Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [0x0d, 0x0a]
    }

    /// Ends with a whole answer.
    private func complete(_ onward: Onward, _ forwarding: Forwarding) -> Bool {
      if onward.isChunked, !forwarding.isLost { onward.client.output += Array("0\r\n\r\n".utf8) }
      return finish(onward, onward.reply ?? .closed)
    }

    /// Ends the use of the other server.
    func finish(_ onward: Onward, _ reply: Reply) -> Bool {
      release(onward)
      return end(
        onward.task, reply, for: onward.client, hasBegun: onward.hasBegun, closes: onward.closes)
    }

    /// Lets the client see what became of its request at the other server.
    private func end(
      _ task: Onward.Task, _ reply: Reply, for connection: Connection, hasBegun: Bool = false,
      closes: Bool = true
    ) -> Bool {
      guard case .answering(var exchange, var steps) = connection.state else { return false }
      let now = now
      (connection.due, exchange.finish, exchange.reply) = (now, now, reply)
      var isLost = false
      if case .answer(let forwarding, _) = task {
        isLost = forwarding.isLost
        if case .unreachable(let reason) = reply, !hasBegun, !isLost {
          let fields = forwarding.fields + [Request.Field("x-retrylab-error", "unreachable")]
          let answer = Answer(
            502, fields: fields, content: "the other server cannot be reached: \(reason)\n")
          steps = [.send(answer.bytes(for: exchange.request))]
          connection.state = .answering(exchange, steps: steps)
          return true
        }
      }
      if !isLost {
        switch reply {
        case .answered: steps = closes ? [.close] : []
        case .ended, .closed: steps = [.close]
        case .reset, .unreachable: steps = [.reset]
        }
      }
      connection.state = .answering(exchange, steps: steps)
      return true
    }

    func release(_ onward: Onward) {
      onwards[onward.socket] = nil
      onward.client.onward = nil
      close(onward.socket)
    }

    /// Sends what is left to the other server: whether all was sent, or `nil` if it is gone.
    func flush(_ onward: Onward) -> Bool? {
      while onward.sent < onward.output.count {
        guard let count = Socket.transmit(onward.output[onward.sent...], to: onward.socket) else {
          return nil
        }
        guard count > 0 else { return false }
        onward.sent += count
      }
      (onward.output, onward.sent) = ([], 0)
      return true
    }

    func watch(_ onward: Onward, _ interest: UInt32) {
      guard onward.interest != interest else { return }
      // With no interest it is left out, since the system reports the end of a connection to everyone else.
      watch(onward.socket, interest, from: onward.interest)
      onward.interest = interest
    }
  }
#endif
