#if os(Linux)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif
  import RetryNumerics

  extension Server {
    /// Moves bytes in both directions; returns whether something is to be done at once.
    func move(_ connection: Connection, _ onward: Onward, _ stream: Passage) -> Bool {
      while true {
        switch take(from: connection, onward) {
        case nil:
          leave(connection, .left)
          return false
        case let hasMoved?:
          guard let isSent = flush(onward) else { return finish(onward, .reset) }
          if isSent, onward.hasClientEnded, !onward.isShut {
            shutdown(onward.socket, Int32(SHUT_WR))
            onward.isShut = true
          }
          if let isMore = give(to: connection, onward, stream) { return isMore }
          if onward.hasClientEnded, onward.hasServerEnded { return finish(onward, .ended) }
          guard hasMoved, isSent else {
            wait(for: connection, onward, isSent)
            return false
          }
        }
      }
    }

    /// Takes what a client says: whether that is something, or `nil` if it is gone.
    private func take(from connection: Connection, _ onward: Onward) -> Bool? {
      guard !onward.hasClientEnded, onward.output.isEmpty else { return false }
      guard let count = Socket.receive(connection.socket, &buffer) else { return false }
      guard count >= 0 else { return nil }
      onward.hasClientEnded = count == 0
      connection.isHalfClosed = count == 0
      onward.output = Array(buffer[..<count])
      return true
    }

    /// Gives a client what the other server says: whether more is to be done, or `nil` if it says nothing.
    private func give(to connection: Connection, _ onward: Onward, _ stream: Passage) -> Bool? {
      guard !onward.hasServerEnded, connection.due <= now else { return nil }
      if let pace = stream.pace { return giveOne(to: connection, onward, stream, pace) }
      guard let count = Socket.receive(onward.socket, &buffer) else { return nil }
      return give(buffer[..<max(count, 0)], isReset: count < 0, to: connection, onward, stream)
    }

    private func giveOne(
      to connection: Connection, _ onward: Onward, _ stream: Passage, _ pace: Nanoseconds
    ) -> Bool? {
      var single: [UInt8] = [0]
      guard let count = Socket.receive(onward.socket, &single) else { return nil }
      if count > 0 { connection.due = now + pace }
      return give(single[..<max(count, 0)], isReset: count < 0, to: connection, onward, stream)
    }

    private func give(
      _ bytes: ArraySlice<UInt8>, isReset: Bool, to connection: Connection, _ onward: Onward,
      _ stream: Passage
    ) -> Bool? {
      if isReset { return finish(onward, .reset) }
      guard !bytes.isEmpty else {
        onward.hasServerEnded = true
        shutdown(connection.socket, Int32(SHUT_WR))
        return nil
      }
      let left = stream.cut.map { $0.count - onward.passed } ?? bytes.count
      connection.output = Array(bytes.prefix(left))
      onward.passed += connection.output.count
      guard let cut = stream.cut, bytes.count > left else { return true }
      return end(cut.end, connection, onward)
    }

    /// Ends a stream within what the other server says.
    private func end(
      _ end: Passage.Cut.End, _ connection: Connection, _ onward: Onward
    ) -> Bool? {
      if end == .halfClose {
        // Whatever else the server says is lost, while the client still has its say.
        shutdown(onward.socket, Int32(SHUT_RD))
        onward.task = .stream(Passage())
        connection.halfCloses = true
        onward.hasServerEnded = true
        return true
      }
      let isMore = finish(onward, .ended)
      guard case .answering(let exchange, _) = connection.state else { return isMore }
      let steps: [AnswerStep] =
        switch end {
        case .close, .halfClose: [.close]
        // A reset throws away what is still on its way.
        case .reset: connection.output.isEmpty ? [.reset] : [.wait(Self.arrival), .reset]
        case .silence: [.hang]
        }
      connection.state = .answering(exchange, steps: steps[...])
      return isMore
    }

    /// How long bytes are given to arrive before a reset.
    private static let arrival = Nanoseconds(20_000_000)

    /// Waits for whatever can move next.
    private func wait(for connection: Connection, _ onward: Onward, _ isSent: Bool) {
      let hears = isSent && !onward.hasClientEnded
      watch(connection, hears ? Self.reads : 0)
      let isPaced = connection.due > now
      if isPaced { wake(connection, at: connection.due) }
      let answers = !onward.hasServerEnded && !isPaced
      watch(onward, (answers ? Self.reads : 0) | (isSent ? 0 : Self.writes))
    }
  }
#endif
