import Testing
import Workbench

@Suite("An operator with a strategy of its own")
struct GuardOperatorTests {
  @Test(
    "does what the value of the same settings does",
    arguments: [
      ("breaker(consecutive: 2, open: 50ms, factor: 2, maxOpen: 1s)", "breaker"),
      ("breaker(slow: 50%, over: 1s, open: 100ms, min: 3, slowAfter: 20ms)", "breaker"),
      ("breaker(failures: 3, within: 200ms, open: 50ms)", "breaker"),
      ("rateLimiter(20, per: 1s, burst: 2, wait: 20ms)", "rateLimit"),
      ("bulkhead(2, queue: 3, adapting: 1...4, slow: 30ms)", "bulkhead"),
      ("pacer(smoothing: 0.5, min: 2/s)", "pace"),
      ("adaptiveThrottle(k: 1.5, window: 1s, perClient: true)", "adaptiveThrottle"),
    ])
  func settings(value: String, name: String) {
    let settings = value.drop { $0 != "(" }
    let printed = ["\(name)(\(value))", "\(name)\(settings)"].map { form in
      let load =
        "load(op(fails: 40%, latency: exponential(20ms)).\(form).retry(3), rate: 60/s, for: 3s)"
      return Session.outputs(of: ["stats \(load)"]).joined().replacing(form, with: "…")
    }
    #expect(printed[0].contains("outcomes  success "), "\(printed[0])")
    #expect(printed[0] == printed[1])
  }
}
