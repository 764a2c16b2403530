#if os(Linux)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// Why a server cannot listen: what it tried, and the words of the system.
  package struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ attempt: String, _ reason: String = Socket.problem) {
      description = "\(attempt): \(reason)"
    }
  }

  /// The calls of the system that a server makes.
  enum Socket {
    /// Returns a socket that listens at a port of the loopback address, and the port.
    static func listening(at port: UInt16) throws(ServerError) -> (socket: Int32, port: UInt16) {
      let descriptor = socket(
        AF_INET,
        Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
          | Int32(SOCK_CLOEXEC.rawValue), 0)
      guard descriptor >= 0 else { throw ServerError("no socket") }
      set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isBound = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          bind(descriptor, address, length) == 0 && listen(descriptor, 4096) == 0
            && getsockname(descriptor, address, &length) == 0
        }
      }
      guard isBound else {
        let problem = ServerError("port \(port)")
        close(descriptor)
        throw problem
      }
      return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// Returns the socket of the next client, or a negative number.
    static func accepted(at listener: Int32) -> Int32 {
      let descriptor = accept(listener, nil, nil)
      guard descriptor >= 0 else { return descriptor }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      return descriptor
    }

    static func set(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32) {
      var value = value
      setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Ends a connection so that the client sees a reset.
    static func reset(_ descriptor: Int32) {
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        descriptor, SOL_SOCKET, SO_LINGER, &linger,
        socklen_t(MemoryLayout.size(ofValue: linger)))
      close(descriptor)
    }

    /// Sends what the system takes; `nil` if the client is gone.
    static func transmit(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int? {
      while true {
        let count = bytes.withUnsafeBytes {
          send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count >= 0 { return count }
        if errno == EAGAIN { return 0 }
        if errno != EINTR { return nil }
      }
    }

    /// Takes note of an alarm, which then can sound again.
    static func hear(alarm: Int32) {
      var count: UInt64 = 0
      _ = read(alarm, &count, MemoryLayout<UInt64>.size)
    }

    /// Receives what is there into a buffer: the number of bytes, zero at the end, less than that after a reset, or `nil` if
    /// nothing is there yet.
    static func receive(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int? {
      while true {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count >= 0 { return count }
        if errno == EAGAIN { return nil }
        if errno != EINTR { return -1 }
      }
    }

    // MARK: - Other servers

    /// An address as the calls of the system take it.
    struct Address {
      let family: Int32
      let bytes: [UInt8]
    }

    /// Returns the addresses of a server, which takes as long as its name is looked up.
    static func addresses(of destination: Destination) throws(ServerError) -> [Address] {
      var hints = addrinfo()
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      var first: UnsafeMutablePointer<addrinfo>?
      let status = getaddrinfo(destination.host, "\(destination.port)", &hints, &first)
      guard status == 0 else {
        throw ServerError("no server '\(destination.host)'", String(cString: gai_strerror(status)))
      }
      defer { freeaddrinfo(first) }
      var (addresses, next) = ([Address](), first)
      while let info = next?.pointee {
        next = info.ai_next
        let bytes = UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen))
        addresses.append(Address(family: info.ai_family, bytes: Array(bytes)))
      }
      return addresses
    }

    /// Begins to connect to the first address that can be tried; returns the socket and the other addresses.
    static func connecting(
      _ addresses: ArraySlice<Address>
    ) -> (socket: Int32, others: ArraySlice<Address>)? {
      var others = addresses
      errno = EADDRNOTAVAIL
      while let address = others.popFirst() {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(address.family, type | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        let status = address.bytes.withUnsafeBytes { bytes in
          bytes.baseAddress.map {
            connect(
              descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
          }
        }
        if status == 0 || errno == EINPROGRESS { return (descriptor, others) }
        let problem = errno
        close(descriptor)
        errno = problem
      }
      return nil
    }

    /// The words of the system for what failed last.
    static var problem: String { words(of: errno) }

    static func words(of problem: Int32) -> String { String(cString: strerror(problem)) }

    /// Why a connection is not there, or zero.
    static func error(of descriptor: Int32) -> Int32 {
      var problem: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &problem, &size)
      return problem
    }
  }
#endif
