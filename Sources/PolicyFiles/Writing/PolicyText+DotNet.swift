import RetryNumerics

// The settings of a preset as code in C#.

extension PolicyText {
  var polly: String {
    let table = delays("DelayGenerator").map { table in
      Self.rows(table, "    ") { "[\($0.count / 100), \($1.count / 100)]" }
    }
    let steps = pollySteps(table != nil)
    let namespaces = [
      ("System", nil), ("System.Threading.RateLimiting", "RateLimiterOptions"),
      ("System.Threading.Tasks", "ValueTask<"), ("Polly", nil),
      ("Polly.CircuitBreaker", "Circuit"), ("Polly.RateLimiting", "RateLimiterRejected"),
      ("Polly.Retry", nil),
    ].filter { $0.1.map(steps.contains) ?? true }
    return Self.lines(0, namespaces.map { "using \($0.0);" })
      + "\npublic static class Policy\n{\n" + (table.map(Self.pollyDelays) ?? "")
      + Self.lines(
        4, ["public static readonly ResiliencePipeline Pipeline = new ResiliencePipelineBuilder()"])
      + steps + (table == nil ? "" : Self.pollyDraw) + "}\n"
  }

  static func span(_ time: Nanoseconds) -> String {
    "TimeSpan.FromTicks(\(time.count / 100))"
  }

  /// The strategies of the pipeline, the outermost first.
  private func pollySteps(_ hasTable: Bool) -> String {
    let delays =
      "DelayGenerator = static args => new ValueTask<TimeSpan?>("
      + "Draw(Delays[Math.Min(args.AttemptNumber, Delays.Length - 1)])),"
    let options = [
      value("MaxRetryAttempts").map { "MaxRetryAttempts = \($0)," },
      value("BackoffType").map { "BackoffType = DelayBackoffType.\($0)," },
      time("Delay").map { "Delay = \(Self.span($0)),  // \($0)" },
      time("MaxDelay").map { "MaxDelay = \(Self.span($0)),  // \($0)" },
      value("UseJitter").map { "UseJitter = \($0)," }, hasTable ? delays : nil,
      Self.pollyFilter(refusing),
    ]
    let retries = Self.options(
      ".AddRetry(new RetryStrategyOptions", options.compactMap(\.self), "})")
    return Self.lines(8, self.steps(retries, Self.polly).flatMap(\.self) + [".Build();"])
  }

  /// Returns which errors Polly retries: all but a cancellation and the refusals of layers.
  private static func pollyFilter(_ kinds: [LayerKind]) -> String? {
    guard !kinds.isEmpty else { return nil }
    // A bulkhead is a rate limiter there.
    let refusals =
      (kinds.contains(.breaker) ? ["BrokenCircuitException"] : [])
      + (kinds == [.breaker] ? [] : ["RateLimiterRejectedException"])
    return
      "ShouldHandle = static args => new ValueTask<bool>(args.Outcome.Exception is not (null or "
      + (["OperationCanceledException"] + refusals).joined(separator: " or ") + ")),"
  }

  private static func pollyDelays(_ rows: String) -> String {
    lines(
      4,
      [
        "// The shortest and the longest delay before each retry in ticks of 100 ns; the last one stays.",
        "private static readonly long[][] Delays = [\(rows)];",
      ]) + "\n"
  }

  private static let pollyDraw =
    "\n" + lines(4, ["private static TimeSpan Draw(long[] ends) =>"])
    + lines(
      8, ["TimeSpan.FromTicks(ends[0] + (long)(Random.Shared.NextDouble() * (ends[1] - ends[0])));"]
    )
}
