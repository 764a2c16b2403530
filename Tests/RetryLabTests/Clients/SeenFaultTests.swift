#if os(Linux)
  import Foundation
  import Testing

  /// A client that somebody else wrote, and what it sees of each fault.
  struct RealClient: Sendable, CustomTestStringConvertible {
    let name: String
    /// The command, with the folder of the scripts in `$0`, before its addresses.
    let command: String
    let seen: [String: String]

    var testDescription: String { name }

    /// Whether its interpreter and its library are there.
    static func isThere(_ probe: String) -> Bool {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", probe]
      (process.standardOutput, process.standardError) = (
        FileHandle.nullDevice, FileHandle.nullDevice
      )
      guard (try? process.run()) != nil else { return false }
      process.waitUntilExit()
      return process.terminationStatus == 0
    }

    static let statuses = [
      "status503": "503", "status404": "404", "asked": "429 after 2", "late": "504",
      "strange": "500", "fine": "200",
    ]

    init(_ name: String, _ command: String, _ others: [String: String]) {
      (self.name, self.command) = (name, command)
      seen = Self.statuses.merging(others) { $1 }
    }

    static let all = [
      RealClient(
        "curl", "sh $0/with_curl.sh",
        [
          "asked": "429", "reset": "exit 56", "closed": "exit 52", "headless": "exit 52",
          "truncated": "exit 18", "torn": "exit 56", "dribbled": "exit 28",
          "malformed": "exit 1", "silent": "exit 28", "slow": "exit 28",
        ]),
      RealClient(
        "http.client", "python3 $0/http_client.py",
        [
          "reset": "ConnectionResetError", "closed": "RemoteDisconnected",
          "headless": "BadStatusLine", "truncated": "IncompleteRead",
          "torn": "ConnectionResetError", "dribbled": "TimeoutError",
          "malformed": "BadStatusLine", "silent": "TimeoutError", "slow": "TimeoutError",
        ]),
      RealClient(
        "requests", "python3 $0/with_requests.py",
        [
          "reset": "ConnectionError", "closed": "ConnectionError",
          "headless": "ConnectionError", "truncated": "ChunkedEncodingError",
          "torn": "ChunkedEncodingError", "dribbled": "timed out",
          "malformed": "ConnectionError", "silent": "timed out", "slow": "timed out",
        ]),
      RealClient(
        "fetch", "node $0/fetch.mjs",
        [
          "reset": "ECONNRESET", "closed": "UND_ERR_SOCKET", "headless": "UND_ERR_SOCKET",
          "truncated": "UND_ERR_SOCKET", "torn": "ECONNRESET", "dribbled": "TimeoutError",
          "malformed": "HPE_INVALID_CONSTANT", "silent": "TimeoutError", "slow": "TimeoutError",
        ]),
      RealClient(
        "HttpClient", "java $0/Client.java",
        [
          "reset": "IOException", "closed": "IOException", "headless": "IOException",
          "truncated": "IOException", "torn": "IOException", "dribbled": "TimeoutException",
          "malformed": "ProtocolException", "silent": "TimeoutException",
          "slow": "TimeoutException",
        ]),
    ]

    static let probes = [
      "curl": "curl --version", "http.client": "python3 --version",
      "requests": "python3 -c 'import requests'", "fetch": "node -e 'fetch'",
      "HttpClient": "java --version",
    ]
    static let missing = all.map(\.name).filter { !isThere(probes[$0] ?? "false") }
  }

  @Suite("What real clients see")
  struct SeenFaultTests {
    static let scripts = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "RealClients")

    /// Where the interpreters are found by this process, whose libraries they have.
    static let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

    @Test(
      "is each fault as what it is",
      arguments: RealClient.all.filter { !RealClient.missing.contains($0.name) })
    func faults(client: RealClient) throws {
      let folder = Self.scripts
      let names = client.seen.keys.sorted()
      let addresses = names.map { "\"$RETRYLAB_URL/\($0)\"" }.joined(separator: " ")
      let run = try Program.run([
        "listen", folder.appending(path: "faults.retry").path, "--port", "0", "--", "/bin/sh",
        "-c", "PATH='\(Self.path)'; \(client.command) \(addresses)", folder.path,
      ])
      let seen = run.errors.split(separator: "\n").map(String.init)
      for name in names {
        let wanted = "\(name) \(client.seen[name] ?? "")"
        // Java adds a message to the class.
        #expect(
          seen.contains { $0 == wanted || $0.hasPrefix(wanted + " ") },
          "\(client.name): \(wanted) is not among \(seen)")
      }
      #expect(run.code == 0)
    }

    @Test(
      "needs each of the clients",
      .enabled(
        if: RealClient.missing.isEmpty,
        "not installed: \(RealClient.missing.joined(separator: ", "))"))
    func installed() {
      #expect(RealClient.all.count == 5 && RealClient.all.allSatisfy { $0.seen.count >= 12 })
    }
  }
#endif
