#if os(Linux)
  /// A connection to another server on behalf of a client.
  final class Onward {
    enum Task {
      case answer(Forwarding, AnswerReader)
      case stream(Passage)
    }

    var socket: Int32
    let client: Connection
    var task: Task
    /// The addresses that were not tried yet.
    var addresses: ArraySlice<Socket.Address>
    var isConnected = false
    var interest: UInt32 = 0
    /// What is to be sent, and how much of it was.
    var output: [UInt8]
    var sent = 0
    /// Whether part of the answer was passed on, in chunks, or with the end of the connection at its end.
    var (hasBegun, isChunked, closes) = (false, false, false)
    var reply: Reply?
    /// Whether the other server takes no more of a request.
    var isAbandoned = false
    /// Which sides of a stream have ended, and whether the client's end was passed on.
    var (hasClientEnded, hasServerEnded, isShut) = (false, false, false)
    /// The bytes of a stream that the client got.
    var passed = 0

    init(
      _ socket: Int32, _ addresses: ArraySlice<Socket.Address>, for client: Connection,
      _ task: Task, output: [UInt8] = []
    ) {
      (self.socket, self.addresses, self.client) = (socket, addresses, client)
      (self.task, self.output) = (task, output)
    }
  }
#endif
