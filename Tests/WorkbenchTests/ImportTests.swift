import RetryLanguage
import Testing
import Workbench

@Suite("An import of policies")
struct ImportTests {
  /// Returns what a session says to some texts beside one file.
  private func said(_ texts: [String], file: String) -> [String] {
    var said: [String] = []
    let host = ScriptHost(file: { $0 == "f.yaml" ? file : nil }, json: { _ in nil })
    var session = Session.printing(host: host) { output in
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
    "defines nothing if one of the policies is refused",
    arguments: [
      ("num_retries: -3", "f.yaml, line 2, column 46: 'num_retries' must be"),
      ("retry_on: sometimes", "f.yaml, line 2, column 43: 'sometimes' is no condition"),
      ("num_retries: lots", "f.yaml, line 2, column 46: expected a whole number"),
    ])
  func nothing(field: String, words: String) {
    let file = """
      a: { name: one, retry_policy: { num_retries: 2 } }
      b: { name: two, retry_policy: { \(field) } }
      """
    let said = said(["import policy \"f.yaml\" as gentle", "gentle"], file: file)
    #expect(said.contains { $0.contains(words) }, "\(said)")
    #expect(said.contains { $0.contains("'gentle'") }, "\(said)")
    #expect(!said.contains { $0.contains("let gentle") }, "\(said)")
  }
}
