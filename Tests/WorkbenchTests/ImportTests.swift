import RetryLanguage
import Testing
import Workbench

@Suite("An import of policies")
struct ImportTests {
  /// Returns what a session says to some texts beside one file.
  private func said(_ texts: [String], file: String = "", isPrompt: Bool = false) -> [String] {
    var said: [String] = []
    var hooks = TerminalHooks()
    hooks.isPrompt = isPrompt
    let host = ScriptHost(file: { $0 == "f.yaml" ? file : nil }, json: { _ in nil })
    var session = Session.printing(host: host, terminal: hooks) { output in
      switch output {
      case .result(let text), .message(let text), .mistake(let text): said.append(text)
      }
    }
    for text in texts { session.run(text) }
    return said
  }

  @Test("defines each policy under a name of its own")
  func defines() {
    let file = """
      a: { name: one, retry_policy: { num_retries: 2 } }
      b: { name: two, retry_policy: { num_retries: 4, colour: red } }
      """
    let said = said(["import policy \"f.yaml\" as gentle", "gentle2"], file: file).joined(
      separator: "\n")
    #expect(said.contains("let gentle = preset(\"envoy\", num_retries: 2"))
    #expect(said.contains("let gentle2 = preset(\"envoy\", num_retries: 4"))
    #expect(said.contains("line 2, column 49: 'colour' of retry_policy is not understood"))
    #expect(!said.contains("error"))
  }

  @Test(
    "names the policy that is refused, and defines the others",
    arguments: [
      (
        "num_retries: -3",
        "line 2, column 46: two is refused, and 'gentle2' is not defined: 'num_retries' must be"
      ),
      (
        "retry_on: sometimes",
        "line 2, column 43: two is refused, and 'gentle2' is not defined: 'sometimes' is no condition"
      ),
    ])
  func refused(field: String, words: String) {
    let file = """
      a: { name: one, retry_policy: { num_retries: 2 } }
      b: { name: two, retry_policy: { \(field) } }
      c: { name: three, retry_policy: { num_retries: 4 } }
      """
    let names = ["gentle", "gentle2", "gentle3"]
    let said = said(["import policy \"f.yaml\" as gentle"] + names, file: file)
    #expect(said.contains { $0.hasPrefix(words) }, "\(said)")
    #expect(
      said.contains { $0.contains("let gentle3 = preset(\"envoy\", num_retries: 4") }, "\(said)")
    #expect(!said.contains { $0.contains("let gentle2") }, "\(said)")
    #expect(said.filter { $0.hasPrefix("error") }.count == 1, "\(said)")
  }

  @Test(
    "defines nothing if all policies are refused, or one cannot be read",
    arguments: [
      ("num_retries: -1", "num_retries: -3", "f.yaml, line 1, column 46: 'num_retries' must be"),
      (
        "num_retries: 2", "num_retries: lots",
        "f.yaml, line 2, column 46: expected a whole number"
      ),
    ])
  func nothing(first: String, second: String, words: String) {
    let file = """
      a: { name: one, retry_policy: { \(first) } }
      b: { name: two, retry_policy: { \(second) } }
      """
    let said = said(["import policy \"f.yaml\" as gentle", "gentle"], file: file)
    #expect(said.contains { $0.contains(words) }, "\(said)")
    #expect(said.contains { $0.contains("'gentle'") }, "\(said)")
    #expect(!said.contains { $0.contains("let gentle") }, "\(said)")
  }

  @Test("names a pasted policy that is refused, and defines the others")
  func pastedRefused() {
    let code = """
      a := retrypolicy.NewBuilder[any]().WithMaxRetries(-7).Build()
      b := retrypolicy.NewBuilder[any]().WithMaxRetries(1).Build()
      """
    let said = said([code, "b"], isPrompt: true).joined(separator: "\n")
    #expect(said.contains("line 1, column 51: 'a' of Failsafe is refused, and 'a' is not defined"))
    #expect(said.contains("let b = preset(\"failsafe\", maxRetries: 1)"), "\(said)")
    #expect(!said.contains("let a"), "\(said)")
  }

  @Test(
    "is not needed for code that is pasted at the prompt",
    arguments: [
      (
        "@retry(stop=stop_after_attempt(3), wait=wait_fixed(2))\ndef f():\n    pass",
        [
          "  preset(\"tenacity\", stop_after_attempt: 3, wait: wait_fixed, fixed: 2s)",
          "a policy · 3",
        ]
      ),
      (
        "let gentle = new RetryStrategyOptions { MaxRetryAttempts = 3 }",
        ["  let gentle = preset(\"polly\", MaxRetryAttempts: 3)", "gentle: a policy · 4 attempts"]
      ),
      (
        "op(fails: 100%).retry(Retry(total=1, backoff_factor=0.1, colour=2))",
        [
          "'colour' of urllib3's Retry is not understood",
          "  op(fails: 100%).retry(preset(\"urllib3\", total: 1, backoff_factor: 0.1))",
          "2 attempts of 2",
        ]
      ),
      (
        "op(fails: 100%).retry(@retry(stop=stop_after_attempt(2)))",
        ["  op(fails: 100%).retry(preset(\"tenacity\", stop_after_attempt: 2))", "2 attempts of 2"]
      ),
      (
        "const policy = retry(handleAll, { maxAttempts: 2, colour: 3 });",
        [
          "  preset(\"cockatiel\", maxAttempts: 2, backoff: none)", "'colour' of retry is not",
        ]
      ),
      (
        "var p =\n  retrypolicy.NewBuilder[any]().WithBackoff(time.Minute, time.Second).Build()",
        ["'maxDelay' (1s) must be longer than 'delay' (1m)", "2 │   retrypolicy.NewBuilder"]
      ),
    ])
  func pasted(code: String, words: [String]) {
    let said = said([code], isPrompt: true).joined(separator: "\n")
    for words in words { #expect(said.contains(words), "\(said)") }
    #expect(said.hasPrefix("this is code of another library\n"), "\(said)")
  }

  @Test(
    "is needed for code in a script, where what is not understood is a mistake",
    arguments: [true, false])
  func scripts(isPrompt: Bool) {
    let mistakes = [
      "fetch.retry(maxAttempts: 3)", "retry(stop: 3)",
      "let p = RetryPolicy(attempts: 3, colour: 1)",
    ]
    let code = "@retry(stop=stop_after_attempt(3))"
    for text in mistakes + (isPrompt ? [] : [code]) {
      let said = said([text], isPrompt: isPrompt).joined(separator: "\n")
      #expect(said.hasPrefix("error: "), "\(said)")
      #expect(!said.contains("another library"), "\(said)")
    }
  }
}
