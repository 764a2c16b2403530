#if os(Linux)
  import RetryNumerics
  import VirtualTime

  /// A client of a server, and how far its present request is answered.
  final class Connection {
    enum State {
      /// Between requests, or inside of one.
      case reading
      case answering(Exchange, steps: ArraySlice<AnswerStep>)
      /// Nothing more is said than what is being sent.
      case ending
      /// All is said; the client is given some time to see it.
      case ended
    }

    let socket: Int32
    let number: UInt64
    var state = State.reading
    var reader: RequestReader
    /// What is to be sent, and how much of it was.
    var output: [UInt8] = []
    var sent = 0
    /// When the next step is due; between requests, since when it is idle.
    var due = Nanoseconds.zero
    var timer: EventQueue<Int32>.Token?
    /// The other server that answers, as long as it does.
    var onward: Onward?
    /// Whether nothing more is said once all is sent, while the client is still heard.
    var halfCloses = false
    /// Whether the client has said all of a connection, which is no sign that it has left.
    var isHalfClosed = false
    /// The bytes that are kept of requests.
    var kept = 0
    /// What the system is asked to report of the socket.
    var interest: UInt32 = 0

    init(_ socket: Int32, number: UInt64, _ limits: RequestLimits) {
      (self.socket, self.number) = (socket, number)
      reader = RequestReader(limits)
    }
  }
#endif
