#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// Reads and writes completely, despite interruptions.
package enum Descriptor {
  /// Returns all bytes from the current position.
  package static func readAll(
    _ descriptor: Int32, atMost limit: Int = .max
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try transfer(descriptor, POLLIN) { read(descriptor, &buffer, buffer.count) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      if bytes.count > limit { throw .tooLong(limit: limit) }
    }
  }

  /// The milliseconds between two questions whether to stop.
  private static let pause: Int32 = 100

  /// Reads from the current position, piece by piece, while a closure wants to go on.
  ///
  /// The other closure is also asked while nothing comes, as from a pipe without a writer.
  package static func readPieces(
    _ descriptor: Int32, isStopped: () -> Bool = { false }, _ isWanted: ([UInt8]) -> Bool
  ) throws(FileError) {
    let size = 1 << 18
    while true {
      var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      while try FileError.check({ poll(&wanted, 1, pause) }) == 0 {
        if isStopped() { return }
      }
      var piece = [UInt8](repeating: 0, count: size)
      let count = try transfer(descriptor, POLLIN) { read(descriptor, &piece, size) }
      guard count > 0 else { return }
      piece.removeLast(size - count)
      guard isWanted(piece) else { return }
    }
  }

  package static func writeAll(
    _ bytes: some Collection<UInt8>, to descriptor: Int32
  ) throws(FileError) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = try transfer(descriptor, POLLOUT) {
        rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      }
      // A device that accepts nothing without an error is full.
      if count == 0 { throw .system(ENOSPC) }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes what is taken without waiting longer than some milliseconds; returns the rest.
  package static func writeSome(
    _ bytes: ArraySlice<UInt8>, to descriptor: Int32, waitingAtMost patience: Int32
  ) throws(FileError) -> ArraySlice<UInt8> {
    var (rest, wanted) = (bytes, pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0))
    while !rest.isEmpty, try FileError.check({ poll(&wanted, 1, patience) }) > 0 {
      // A pipe that takes anything takes so much.
      try writeAll(rest.prefix(Int(PIPE_BUF)), to: descriptor)
      rest = rest.dropFirst(Int(PIPE_BUF))
    }
    return rest
  }

  /// Reads or writes once, and waits if the descriptor is non-blocking.
  private static func transfer(
    _ descriptor: Int32, _ event: Int32, _ call: () -> Int
  ) throws(FileError) -> Int {
    while true {
      do throws(FileError) {
        return try FileError.check(call)
      } catch {
        guard error == .system(EAGAIN) else { throw error }
        var wanted = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        try FileError.check { poll(&wanted, 1, -1) }
      }
    }
  }
}
