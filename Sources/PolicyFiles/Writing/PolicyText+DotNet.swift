import RetryNumerics

// The settings of a preset as code in C#.

extension PolicyText {
  /// A pipeline of Polly.
  var polly: String {
    let table = delays("DelayGenerator").map { table in
      Self.rows(table, "    ") { "[\($0.count / 100), \($1.count / 100)]" }
    }
    let using = ["System"] + (table == nil ? [] : ["System.Threading.Tasks"])
    return Self.lines(0, (using + ["Polly", "Polly.Retry"]).map { "using \($0);" })
      + "\npublic static class Policy\n{\n" + (table.map(Self.pollyDelays) ?? "")
      + Self.lines(
        4, ["public static readonly ResiliencePipeline Pipeline = new ResiliencePipelineBuilder()"])
      + pollySteps(table != nil) + (table == nil ? "" : Self.pollyDraw) + "}\n"
  }

  private static func span(_ time: Nanoseconds) -> String {
    "TimeSpan.FromTicks(\(time.count / 100))"
  }

  /// The strategies of the pipeline, the outermost first.
  private func pollySteps(_ hasTable: Bool) -> String {
    func timeout(_ label: String) -> String? {
      time(label).map { ".AddTimeout(\(Self.span($0)))  // \($0)" }
    }
    let delays =
      "DelayGenerator = static args => new ValueTask<TimeSpan?>("
      + "Draw(Delays[Math.Min(args.AttemptNumber, Delays.Length - 1)])),"
    let options = [
      value("MaxRetryAttempts").map { "MaxRetryAttempts = \($0)," },
      value("BackoffType").map { "BackoffType = DelayBackoffType.\($0)," },
      time("Delay").map { "Delay = \(Self.span($0)),  // \($0)" },
      time("MaxDelay").map { "MaxDelay = \(Self.span($0)),  // \($0)" },
      value("UseJitter").map { "UseJitter = \($0)," }, hasTable ? delays : nil,
    ]
    return Self.lines(8, [timeout("TotalTimeout"), ".AddRetry(new RetryStrategyOptions", "{"])
      + Self.lines(12, options) + Self.lines(8, ["})", timeout("AttemptTimeout"), ".Build();"])
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
