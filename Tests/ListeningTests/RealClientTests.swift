#if os(Linux)
  import Conformance
  import Foundation
  import HTTPServer
  import RetryNumerics
  import ServingSupport
  import Simulation
  import Testing

  @testable import Listening

  /// A world behind a server on a thread of its own, and clients that other people wrote.
  @Suite("Real clients")
  struct RealClientTests {
    static let hasCurl = FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")

    /// Serves a world while a test runs; returns the attempts.
    static func serving(
      _ sources: [(name: String, source: Source)], seed: UInt64 = 1,
      _ test: (String) throws -> Void
    ) throws -> [ObservedAttempt] {
      try ServingSupport.serving(by: { ListeningWorld(sources, seed: seed, note: $0) }) { port in
        try test("http://127.0.0.1:\(port)")
      }
    }

    static func curl(_ arguments: String...) throws -> (code: Int32, output: String) {
      let (process, pipe) = (Process(), Pipe())
      process.executableURL = URL(filePath: "/usr/bin/curl")
      process.arguments = ["-sS", "--noproxy", "*"] + arguments
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try process.run()
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    static func failing(_ fault: Fault) throws -> Source {
      .operation(try Operation("fetch", faults: .rates(FaultRates(1, of: fault))))
    }

    @Test(
      "see each error as what it is", .enabled(if: hasCurl, "curl is not installed"),
      arguments: [
        (Fault("reset"), 56), (Fault("closed"), 52), (Fault("truncated"), 18),
        (Fault("dribbled"), 28), (Fault("malformed"), 1), (Fault("http", .int(503)), 22),
        (Fault("timeout"), 22),
      ] as [(Fault, Int32)])
    func errors(fault: Fault, code: Int32) throws {
      let source = try Self.failing(fault)
      let attempts = try Self.serving([("fetch", source)]) { (address: String) throws in
        #expect(try Self.curl("--fail", "-m", "3", "\(address)/fetch").code == code)
      }
      #expect(attempts.map(\.number) == [1])
    }

    @Test("that wait for ever are let go", .enabled(if: hasCurl, "curl is not installed"))
    func hanging() throws {
      let attempts = try Self.serving([("fetch", .never)]) { (address: String) throws in
        #expect(try Self.curl("-m", "0.2", "\(address)/fetch").code == 28)
      }
      #expect(attempts.first?.end == .left)
    }

    @Test(
      "that try again make the attempts of the simulation",
      .enabled(if: hasCurl, "curl is not installed"))
    func retries() throws {
      let fault = Fault("http", .int(503))
      let source = try ListeningWorldTests.flaky(fault, share: 0.5)
      let attempts = try Self.serving([("fetch", source)], seed: 3) { (address: String) throws in
        for call in 0..<20 {
          for _ in 1...5 {
            let key = "Idempotency-Key: \(call)"
            if try Self.curl("--fail", "-H", key, "\(address)/fetch").code == 0 { break }
          }
        }
      }
      let retried = Machine(try source.retry(attempts: 5), seed: 3)
      #expect(Set(attempts.map(\.call)).count == 20)
      for call in UInt64(0)..<20 {
        let mine = attempts.filter { $0.call == call }
        #expect(mine.map(\.number) == Array(1...mine.count))
        #expect(mine.last?.outcome == retried.run(call: call).outcome)
      }
    }
  }
#endif
