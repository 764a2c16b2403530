import Documents
import PolicyFiles
import Testing
import TextLayout
import VirtualTime

@Suite("A configuration that cannot be read")
struct BadFileTests {
  @Test(
    "is refused with the place",
    arguments: [
      ("a.yaml", "", "line 1, column 1: the file is empty"),
      ("a.yaml", "---\n# nothing\n", "line 1, column 1: the file is empty"),
      ("a.json", "  \n", "line 1, column 1: the file is empty"),
      (
        "a.properties", "",
        "line 1, column 1: a configuration of resilience4j without a retry policy"
      ),
      (
        "a.json", "{\"a\": 1}",
        "line 1, column 1: no known retry policy is here; known are policies of the Retry library, gRPC service configs, resilience4j, Istio and Gateway API routes, the OpenTelemetry Collector, Envoy and AWS"
      ),
      ("a.yaml", "admin: 1\n", "line 1, column 1: a configuration of Envoy without a retry policy"),
      (
        "notes.txt", "hello",
        "line 1, column 1: expected the configuration of a program, not 'hello'"
      ),
      (
        "a.yaml", "\nroute:\n  retry_policy:\n    num_retries: many\n",
        "line 4, column 18: expected a whole number, not 'many'"
      ),
      (
        "a.yaml", "route: { retry_policy: [] }",
        "line 1, column 24: expected a map, not a list"
      ),
      (
        "a.yaml", "route:\n  timeout: -1s\n  retry_policy: {}",
        "line 2, column 12: a time cannot be negative: '-1s'"
      ),
      (
        "a.yaml", "route:\n  timeout: soon\n  retry_policy: {}",
        "line 2, column 12: expected a time such as 250ms or 1.5s, not 'soon'"
      ),
      (
        "a.json", "{\"methodConfig\": [{\"retryPolicy\": {}}]}",
        "line 1, column 35: expected the key 'maxAttempts' in this map"
      ),
      (
        "a.json", "{\"methodConfig\": {}}", "line 1, column 18: expected a list, not a map"
      ),
      (
        "a.yaml", "resilience4j: { retry: { instances: { a: { waitDuration: nan } } } }",
        "line 1, column 58: expected a time such as 250ms or 1.5s, not 'nan'"
      ),
      (
        "a.yaml", "resilience4j: { retry: { instances: { a: { baseConfig: b } } } }",
        "line 1, column 56: there is no configuration 'b'"
      ),
      (
        "a.yaml", "resilience4j: { retry: { instances: { a: { enableRandomizedWait: 1 } } } }",
        "line 1, column 66: expected true or false, not '1'"
      ),
      (
        "config", "[a]\nmax_attempts = x1\n",
        "line 2, column 16: expected a whole number, not \"x1\""
      ),
      (
        "config", "[a]\nretry_mode = fast\n",
        "line 2, column 14: expected standard, adaptive or legacy, not \"fast\""
      ),
      ("config", "retry_mode = legacy", "line 1, column 14: the mode 'legacy' is not known here"),
      (
        "a.yaml", "apiVersion: apps/v1\nkind: Deployment\n",
        "line 1, column 1: 'apps/v1' has no retries that are known here"
      ),
      ("a.yaml", "a: 1\nb: \u{FFFD}\n", "line 2, column 4: the text is not UTF-8 from here on"),
      ("config", "retry_mode=\u{FFFD}", "line 1, column 12: the text is not UTF-8 from here on"),
    ])
  func refused(name: String, text: String, words: String) {
    let error = #expect(throws: DocumentError.self) { try PolicyFile(text, named: name) }
    #expect(error?.description == words)
  }

  @Test("may end anywhere: it is an error or a whole result", arguments: [0, 2, 4, 6, 7, 9])
  func prefixes(index: Int) throws {
    let sample = ReadingTests.all[index]
    let whole = try PolicyFile(sample.text, named: sample.name)
    for end in sample.text.indices {
      guard let file = try? PolicyFile(String(sample.text[..<end]), named: sample.name) else {
        continue
      }
      #expect(!file.policies.isEmpty && file.policies.count <= whole.policies.count)
    }
  }

  @Test("may share its parts by aliases")
  func aliases() throws {
    let text = """
      common: &common { retry_on: 5xx, num_retries: 2 }
      a: { name: one, retry_policy: *common }
      b: { name: two, retry_policy: { <<: *common, num_retries: 4 } }
      """
    let file = try PolicyFile(text, named: "e.yaml")
    #expect(
      file.policies.map { "\($0.about) \($0.text) \($0.place)" } == [
        "one preset(\"envoy\", num_retries: 2, retry_on: \"5xx\") line 1, column 9",
        "two preset(\"envoy\", num_retries: 4, retry_on: \"5xx\") line 3, column 31",
      ])
  }

  @Test("has no ending without a point in its name")
  func nameAlone() throws {
    let text = "retry_policy: { num_retries: 2, retry_on: 5xx }"
    #expect(try PolicyFile(text, named: "properties").policies.count == 1)
  }

  @Test(
    "has times to the last digit",
    arguments: [
      ("9223372036.854775807s", "2562047h47m16s"), ("99999999999h", "2562047h47m16s"),
      ("8.123456789s", "8.123456789s"),
      ("4000000000.000000001s", "4000000000.000000001s"), ("1h0m0.5s", "3600.5s"),
      ("1.5us", "1.5us"), ("1.5µs", "1.5us"), ("1.5\u{3BC}s", "1.5us"),
      ("PT1M0.25S", "60.25s"), (".5s", "500ms"), ("0", "0s"),
    ])
  func times(text: String, words: String) throws {
    let file = try PolicyFile("timeout: \(text)\nretry_policy: {}", named: "a.yaml")
    #expect(file.policies[0].text.contains("timeout: \(words)"))
  }

  @Test("has the place of the argument that its library refuses")
  func places() throws {
    let file = try PolicyFile("retry_policy:\n  num_retries: -3\n", named: "a.yaml")
    let call = try #require(file.policies[0].call)
    let refusal = try #require(throws: InvalidArgument.self) { try call.policy() }
    #expect(call.argument(refusal.label)?.place?.description == "line 2, column 16")
  }

  @Test("reads each configuration of resilience4j once, however many begin with it")
  func chain() throws {
    let configs = (0..<50).map { number in
      "      c\(number): { odd: 1" + (number < 49 ? ", baseConfig: c\(number + 1)" : "") + " }\n"
    }
    let instances = (0..<50).map { "      i\($0): { baseConfig: c\($0) }\n" }
    let file = try PolicyFile(
      "resilience4j:\n  retry:\n    configs:\n\(configs.joined())    instances:\n\(instances.joined())",
      named: "a.yaml")
    #expect(file.policies.count == 50)
    #expect(file.remarks.count == 50)
  }

  @Test("refuses a configuration of resilience4j that begins with itself")
  func circle() throws {
    let text =
      "resilience4j: { retry: { configs: { a: { baseConfig: b }, b: { baseConfig: a } }, instances: { i: { baseConfig: a } } } }"
    let error = #expect(throws: DocumentError.self) { try PolicyFile(text, named: "a.yaml") }
    #expect(error?.description.contains("'a' begins with itself") == true)
  }

  @Test("is read only as long as nobody stops it")
  func stop() throws {
    let code = String(repeating: "p = stamina.RetryingCaller(attempts=3)\n", count: 3000)
    #expect(try PolicyFile(code, named: "a.py").policies.count == 3000)
    #expect(throws: DocumentError.self) {
      try PolicyFile(code, named: "a.py", InterruptionCheck { true })
    }
  }
}
