import RetryNumerics

// The settings of a preset as code in Go.

extension PolicyText {
  /// A function that retries with cenkalti/backoff.
  var cenkalti: String {
    let options =
      [
        "backoff.WithBackOff(\(backOff ?? "b"))",
        value("MaxTries").map { "backoff.WithMaxTries(\($0))" },
        time("MaxElapsedTime").map { "backoff.WithMaxElapsedTime(\(Self.goNarrow($0)))" },
      ].compactMap(\.self).map { "\t\t\($0),\n" }.joined()
    let fields = [
      time("InitialInterval").map { "b.InitialInterval = \(Self.goSpan($0))" },
      value("RandomizationFactor").map { "b.RandomizationFactor = \($0)" },
      value("Multiplier").map { "b.Multiplier = \($0)" },
      time("MaxInterval").map { "b.MaxInterval = \(Self.goSpan($0))" },
    ].compactMap(\.self).map { "\t\($0)\n" }.joined()
    return Self.package(
      ["context"], ["github.com/cenkalti/backoff/v5"],
      """
      // Retry calls an operation until it succeeds or the policy gives up.
      func Retry[T any](ctx context.Context, operation backoff.Operation[T]) (T, error) {
      \(backOff == nil ? "\tb := backoff.NewExponentialBackOff()\n" + fields : "")\treturn backoff.Retry(ctx, operation,
      \(options)\t)
      }

      """)
  }

  /// The back-off of cenkalti/backoff that needs no fields, if there is one: its delays are all the same.
  private var backOff: String? {
    guard value("Multiplier").flatMap(Double.init) == 1,
      value("RandomizationFactor").flatMap(Double.init) == 0, let initial = time("InitialInterval")
    else { return nil }
    let delay = min(initial, time("MaxInterval") ?? initial)
    return delay == .zero
      ? "&backoff.ZeroBackOff{}" : "backoff.NewConstantBackOff(\(Self.goNarrow(delay)))"
  }

  var failsafe: String {
    let delay = time("delay").map { delay in
      time("maxDelay").map { longest in
        let factor = value("delayFactor") ?? "2"
        return "WithBackoffFactor(\(Self.goNarrow(delay)), \(Self.goNarrow(longest)), \(factor))"
      } ?? "WithDelay(\(Self.goSpan(delay)))"
    }
    let table = delays("delayFn")
    let rows = table.map { table in
      Self.rows(table, "") { "{\(Self.goSpan($0)), \(Self.goSpan($1))}" }
        .replacing("    {", with: "\t{")
    }
    let body =
      rows == nil
      ? ""
      : """
      // The shortest and the longest delay before each retry; the last one stays.
      var delays = [][2]time.Duration{\(rows ?? "")}

      func draw(ends [2]time.Duration) time.Duration {
      \treturn ends[0] + rand.N(ends[1]-ends[0]+1)
      }


      """
    let function = rows.map { _ in
      """
      WithDelayFunc(func(exec failsafe.ExecutionAttempt[R]) time.Duration {
      \t\t\treturn draw(delays[min(exec.Attempts(), len(delays))-1])
      \t\t})
      """
    }
    let aborts = Self.failsafe(refusing)
    let steps = [
      // In front, since gofmt sets products before several arguments without spaces.
      aborts.isEmpty ? nil : "AbortOnErrors(\(aborts.joined(separator: ", ")))",
      value("maxRetries").map { "WithMaxRetries(\($0))" }, delay, function,
      value("jitterFactor").map { "WithJitterFactor(\($0))" },
      time("maxDuration").map { "WithMaxDuration(\(Self.goSpan($0)))" }, "ReturnLastFailure()",
    ].compactMap(\.self)
    let retries =
      "retrypolicy.NewBuilder[R]().\n" + steps.map { "\t\t\($0).\n" }.joined() + "\t\tBuild()"
    let new = layers.isEmpty ? Self.failsafePolicy(retries) : failsafeExecutor(retries)
    let library = "github.com/failsafe-go/failsafe-go"
    let packages = ["bulkhead", "circuitbreaker", "ratelimiter", "retrypolicy", "timeout"]
      .filter { new.contains("\($0).New") }
    return Self.package(
      rows == nil ? [] : ["math/rand/v2"],
      (rows == nil && layers.isEmpty ? [] : [library]) + packages.map { "\(library)/\($0)" },
      body + new)
  }

  private static func failsafePolicy(_ retries: String) -> String {
    """
    // New returns the policy.
    func New[R any]() retrypolicy.RetryPolicy[R] {
    \treturn \(retries)
    }

    """
  }

  private func failsafeExecutor(_ retries: String) -> String {
    """
    // New returns the policy with what goes around it and its attempts, the outermost first. Its layers remember calls: share it.
    func New[R any]() failsafe.Executor[R] {
    \tretries := \(retries)
    \treturn failsafe.With[R](
    \(self.steps("retries", Self.failsafe).map { "\t\t\($0),\n" }.joined())\t)
    }

    """
  }

  /// Returns a file with a body, which imports packages of Go, the time if it needs that, and those of a library.
  private static func package(_ packages: [String], _ library: [String], _ body: String) -> String {
    let own = packages + (body.contains("time.") ? ["time"] : [])
    let imports = own.map { "\t\"\($0)\"\n" }.joined() + (own.isEmpty ? "" : "\n")
    return
      "package policy\n\nimport (\n\(imports)\(library.map { "\t\"\($0)\"\n" }.joined()))\n\n\(body)"
  }

  /// Returns a time among other arguments or inside of one, where gofmt sets a product without spaces.
  static func goNarrow(_ time: Nanoseconds) -> String {
    goSpan(time).replacing(" ", with: "")
  }

  /// Returns a time as an expression of Go, in the largest unit in which it is whole.
  static func goSpan(_ time: Nanoseconds) -> String {
    let units: [(Int64, String)] = [
      (1_000_000_000, "Second"), (1_000_000, "Millisecond"), (1000, "Microsecond"),
    ]
    guard time.count != 0 else { return "0" }
    let unit = units.first { time.count % $0.0 == 0 } ?? (1, "Nanosecond")
    return "\(time.count / unit.0) * time.\(unit.1)"
  }
}
