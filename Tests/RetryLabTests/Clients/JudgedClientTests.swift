#if os(Linux)
  import Foundation
  import Testing

  /// A client that other people's code makes try again, and its policy.
  struct RetryingClient: Sendable, CustomTestStringConvertible {
    let name: String
    /// What shows that everything it needs is there.
    let probe: String
    /// The command, with the folder of the scripts in `$0`.
    let command: String
    let policy: String
    /// Another policy, from which it departs.
    let other: String
    /// In what it departs.
    let subject: String

    var testDescription: String { name }

    static let all = [
      RetryingClient(
        name: "curl --retry", probe: "curl --version", command: "sh $0/retry_curl.sh",
        policy: "policy(attempts: 3, backoff: exponential(1s), on: [.http(503)])",
        other: "policy(attempts: 3, backoff: exponential(1500ms), on: [.http(503)])",
        subject: "gaps"),
      RetryingClient(
        name: "urllib3", probe: "python3 -c 'import urllib3'",
        command: "python3 $0/retry_urllib3.py",
        policy: "preset(\"urllib3\", total: 3, backoff_factor: 0.02, status_forcelist: [503])",
        other: "preset(\"urllib3\", total: 1, backoff_factor: 0.02, status_forcelist: [503])",
        subject: "attempts"),
      RetryingClient(
        name: "requests", probe: "python3 -c 'import requests'",
        command: "python3 $0/retry_requests.py",
        policy:
          "preset(\"urllib3\", total: 4, backoff_factor: 0.01, status_forcelist: [503, 404])",
        other: "preset(\"urllib3\", total: 4, backoff_factor: 0.01, status_forcelist: [503])",
        subject: "errors"),
      RetryingClient(
        name: "httpx with tenacity", probe: "python3 -c 'import httpx, tenacity'",
        command: "python3 $0/retry_tenacity.py",
        policy:
          "preset(\"tenacity\", stop_after_attempt: 4, wait: wait_random_exponential, multiplier: 0.05, max: 1s)",
        other: "preset(\"tenacity\", stop_after_attempt: 4, wait: wait_fixed, fixed: 200ms)",
        subject: "gaps"),
      RetryingClient(
        name: "fetch in a loop", probe: "node -e 'fetch'", command: "node $0/retry_fetch.mjs",
        policy: "policy(attempts: 4, backoff: exponential(40ms), jitter: equal, on: [.http(503)])",
        other: "policy(attempts: 4, backoff: exponential(90ms), jitter: equal, on: [.http(503)])",
        subject: "gaps"),
      RetryingClient(
        name: "HttpClient in a loop", probe: "java --version",
        command: "java $0/RetryClient.java",
        policy: "policy(attempts: 3, delay: 30ms, on: [.http(503)])",
        other: "policy(attempts: 4, delay: 30ms, on: [.http(503)])", subject: "attempts"),
      RetryingClient(
        name: "net/http with cenkalti/backoff",
        probe: "ls /usr/share/gocode/src/github.com/cenkalti/backoff && go version",
        command:
          "GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=${TMPDIR:-/tmp}/retrylab-go go run $0/backoff.go",
        policy: "preset(\"cenkalti\", MaxTries: 4, InitialInterval: 20ms, on: [.http(503)])",
        other: "preset(\"cenkalti\", MaxTries: 4, InitialInterval: 200ms, on: [.http(503)])",
        subject: "gaps"),
      RetryingClient(
        name: "go-retryablehttp",
        probe: "ls /usr/share/gocode/src/github.com/hashicorp/go-retryablehttp && go version",
        command:
          "GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=${TMPDIR:-/tmp}/retrylab-go go run $0/retryable.go",
        policy: "preset(\"go-retryablehttp\", RetryMax: 3, RetryWaitMin: 20ms)",
        other: "preset(\"go-retryablehttp\", RetryMax: 1, RetryWaitMin: 20ms)",
        subject: "attempts"),
    ]

    static let there = all.filter { RealClient.isThere($0.probe) }
    static let missing = all.map(\.name).filter { name in !there.contains { $0.name == name } }
  }

  @Suite("Clients that try again by themselves")
  struct JudgedClientTests {
    /// Judges a client; what is late says nothing here, since the machine may be busy.
    static func judging(
      _ client: RetryingClient, as policy: String
    ) throws -> (code: Int32, output: String, errors: String) {
      let folder = SeenFaultTests.scripts
      let run = try Program.run([
        "judge", folder.appending(path: "loops.retry").path, "--port", "0", "--late", "10s",
        "--policy", policy, "--", "/bin/sh", "-c",
        "export PATH='\(SeenFaultTests.path)' HOME='\(NSHomeDirectory())' PYTHONPATH='\(Self.packages)'; \(client.command)",
        folder.path,
      ])
      return (run.code, run.output, run.errors)
    }

    static let packages = ProcessInfo.processInfo.environment["PYTHONPATH"] ?? ""

    @Test("do what their policies say", arguments: RetryingClient.there)
    func right(client: RetryingClient) throws {
      let run = try Self.judging(client, as: client.policy)
      #expect(run.code == 0 && run.output.contains("passed: fetch was called as planned"), "\(run)")
    }

    @Test("are found to depart from other policies", arguments: RetryingClient.there)
    func wrong(client: RetryingClient) throws {
      let run = try Self.judging(client, as: client.other)
      let end = run.output.split(separator: "\n").last ?? ""
      #expect(run.code == 1 && end.contains("failed: ") && end.contains(client.subject), "\(run)")
    }

    @Test(
      "need each of the libraries",
      .enabled(
        if: RetryingClient.missing.isEmpty,
        "not installed: \(RetryingClient.missing.joined(separator: ", "))"))
    func installed() {
      #expect(RetryingClient.all.count == 8)
    }
  }
#endif
