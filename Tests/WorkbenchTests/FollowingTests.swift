import Testing
import Workbench

/// Operations that stand beside each other must send alike, and those that send nothing fit all.
@Suite("Combined operations")
struct FollowingTests {
  @Test(
    "a source that sends no values can be combined with any other",
    arguments: [
      "fail(.timeout).fallback(to: just(0))", "empty().concat(just(1))",
      "never().merge(just(\"a\")).take(1)", "concat(empty(), just(1))",
      "op()\nwhy op().retry(2) against _1",
    ])
  func nothing(text: String) {
    var session = Session.printing { _ in }
    #expect(session.run(text) == .ready)
  }

  @Test("a mismatch of operations names the types of their values")
  func other() {
    let printed = Session.outputs(of: ["just(1).merge(just(\"a\"))"])
    #expect(
      printed[0].contains(
        "expected an operation that sends an integer, found one that sends a string"))
  }
}
