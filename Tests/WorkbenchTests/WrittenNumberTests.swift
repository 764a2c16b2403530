import Testing
import Workbench

@Suite("Numbers as people write them")
struct WrittenNumberTests {
  @Test(
    "mean the same as in the short form",
    arguments: [
      ("1m30s", "90s"), ("227369883.999999968s", "227369883999999968ns"), ("1h30m", "90m"),
      ("1m30.5s", "90.5s"), ("2s500ms", "2500ms"),
      ("1h0m1s", "3601s"), ("10k", "10_000"), ("1.5k", "1500"), ("3M", "3_000_000"),
      ("0.5k", "500"), ("0.0005k", "0.5"), ("10k/s", "10_000/s"), ("100rps", "100/s"),
      ("60rpm", "1/s"), ("2qps", "2/s"), ("-1m30s", "-90s"),
    ])
  func same(written: String, short: String) {
    let said = { Session.outputs(of: [$0]).joined() }
    #expect(said(written) == said(short), "\(said(written))")
    #expect(!said(written).contains("error"))
  }

  @Test(
    "with an exponent are integers where an integer is expected, and nowhere else",
    arguments: [
      ("stats op() calls 1e3", true), ("op().retry(attempts: 1e1)", true),
      ("op().retry(attempts: 1.5e0)", false), ("op().retry(attempts: 3.0)", false),
      ("op().retry(attempts: 1e300)", false),
    ])
  func exponents(text: String, isMeant: Bool) {
    var mistakes = 0
    var session = Session.printing { if case .mistake = $0 { mistakes += 1 } }
    session.run(text)
    #expect((mistakes == 0) == isMeant)
    #expect(Session.outputs(of: ["1e6"]).joined() == "1000000.0\n")
  }
}
