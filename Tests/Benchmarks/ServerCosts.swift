import Conformance
import Dispatch
import Glibc
import HTTPServer
import Listening
import RetryNumerics
import Simulation
import VirtualTime

/// What a request costs the server, how late its delays are, and what a connection takes.
struct ServerCosts {
  /// What the thread of the server and the clients share.
  private final class Shared: Sendable {
    let port = Locked<UInt16>(0)
    let isStopped = Locked(false)
    let lateness = Locked<[Double]>([])
    let processor = Locked(0.0)
    let begun = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
  }

  func report() throws {
    let (requests, clients) = (25_000, 8)
    let fast = try Self.serving(latency: .zero) { port in
      DispatchQueue.concurrentPerform(iterations: clients) { _ in
        Self.ask(port, times: requests / clients)
      }
    }
    let rate = Double(requests) / fast.processor.withLock { $0 }
    print("server: \(text(rate, 0)) requests per second of its core without delays")
    let slow = try Self.serving(latency: Nanoseconds(5_000_000)) { port in
      DispatchQueue.concurrentPerform(iterations: 2) { _ in Self.ask(port, times: 500) }
    }
    let late = slow.lateness.withLock { $0.sorted() }
    print(
      "server: a delay of 5 ms is late by \(text(late[late.count / 2], 3)) ms in the median, "
        + "\(text(late[late.count * 99 / 100], 3)) ms at p99")
    try Self.reportIdle()
  }

  /// Opens connections that ask once and then wait.
  private static func reportIdle() throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(limit.rlim_max, 25_000)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let count = min(10_000, Int(limit.rlim_cur) / 2 - 100)
    _ = try serving(latency: .zero) { port in
      let before = Memory.resident
      let sockets = (0..<count).map { _ in connected(port) }
      for socket in sockets { exchange(socket) }
      let bytes = Memory.resident - before
      print("server: \(count) idle connections take \(text(Double(bytes) / 1e6, 1)) MB")
      for socket in sockets { close(socket) }
    }
  }

  private static func serving(
    latency: Nanoseconds, _ use: (UInt16) -> Void
  ) throws -> Shared {
    let shared = Shared()
    let source = Source.operation(
      try Operation("fetch", latency: try .constant(latency), faults: .none))
    DispatchQueue.global().async {
      let world = ListeningWorld([("fetch", source)], seed: 1) { attempt in
        let late = Double(attempt.lateness.count) / 1e6
        shared.lateness.withLock { $0.append(late) }
      }
      let server = try? Server(ServerSettings(), world)
      shared.port.withLock { $0 = server?.port ?? 0 }
      shared.begun.signal()
      let before = threadSeconds()
      server?.run { shared.isStopped.withLock { $0 } }
      shared.processor.withLock { $0 = threadSeconds() - before }
      shared.ended.signal()
    }
    shared.begun.wait()
    use(shared.port.withLock { $0 })
    shared.isStopped.withLock { $0 = true }
    shared.ended.wait()
    return shared
  }

  private static func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  // MARK: - Clients

  private static func connected(_ port: UInt16) -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return descriptor
  }

  private static let question = Array("GET /fetch HTTP/1.1\r\nHost: a\r\n\r\n".utf8)

  private static func exchange(_ socket: Int32) {
    var buffer = [UInt8](repeating: 0, count: 2048)
    send(socket, question, question.count, Int32(MSG_NOSIGNAL))
    // An answer of the world comes in one piece.
    recv(socket, &buffer, buffer.count, 0)
  }

  private static func ask(_ port: UInt16, times: Int) {
    let socket = connected(port)
    for _ in 0..<times { exchange(socket) }
    close(socket)
  }
}
