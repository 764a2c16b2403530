import RetryNumerics

// The settings of a preset as code.

extension PolicyText {
  /// Options of Polly in C#.
  var polly: String {
    func span(_ time: Nanoseconds) -> String { "TimeSpan.FromTicks(\(time.count / 100))" }
    return """
      using System;
      using Polly;
      using Polly.Retry;

      public static class Policy
      {
          public static readonly ResiliencePipeline Pipeline = new ResiliencePipelineBuilder()
              .AddRetry(new RetryStrategyOptions
              {

      """
        + Self.lines(
          12,
          [
            value("MaxRetryAttempts").map { "MaxRetryAttempts = \($0)," },
            value("BackoffType").map { "BackoffType = DelayBackoffType.\($0)," },
            time("Delay").map { "Delay = \(span($0)),  // \($0)" },
            time("MaxDelay").map { "MaxDelay = \(span($0)),  // \($0)" },
            value("UseJitter").map { "UseJitter = \($0)," },
          ]) + "        })\n        .Build();\n}\n"
  }

  /// A decorator of tenacity in Python.
  var tenacity: String {
    func argument(_ name: String, _ setting: String) -> String? {
      (time(setting)?.seconds ?? value(setting)).map { "\(name)=\($0)" }
    }
    let wait = value("wait") ?? "wait_none"
    let settings: [String?] =
      switch wait {
      case "wait_fixed": [time("fixed")?.seconds]
      case "wait_random": [argument("min", "min"), argument("max", "max")]
      case "wait_incrementing":
        [argument("start", "start"), argument("increment", "increment"), argument("max", "max")]
      case "wait_exponential", "wait_random_exponential":
        [
          argument("multiplier", "multiplier"), argument("max", "max"),
          argument("exp_base", "exp_base"), argument("min", "min"),
        ]
      case "wait_exponential_jitter":
        [
          argument("multiplier", "multiplier"), argument("max", "max"),
          argument("exp_base", "exp_base"), argument("jitter", "jitter"), argument("min", "min"),
        ]
      default: []
      }
    let stops = ["stop_after_attempt", "stop_after_delay", "stop_before_delay"].filter {
      value($0) != nil
    }
    let stop = stops.map { "\($0)(\(time($0)?.seconds ?? value($0) ?? ""))" }
    let names = (stops.isEmpty ? ["stop_never"] : stops) + [wait]
    return """
      from tenacity import \((["retry"] + names).joined(separator: ", "))

      policy = retry(
          reraise=True,
          stop=\(stop.isEmpty ? "stop_never" : stop.joined(separator: " | ")),
          wait=\(wait)(\(settings.compactMap(\.self).joined(separator: ", "))),
      )

      """
  }

  /// A policy of cockatiel in TypeScript.
  var cockatiel: String {
    func milliseconds(_ label: String) -> String? { time(label).map { "\($0.wholeMilliseconds)" } }
    let attempts = value("maxAttempts").map { "maxAttempts: \($0), " } ?? ""
    let (shape, generator) = (value("backoff"), value("generator"))
    let names: [String]
    let backoff: String
    switch shape {
    case "none": (names, backoff) = (["ConstantBackoff"], "new ConstantBackoff(0)")
    case "constant":
      (names, backoff) = (
        ["ConstantBackoff"], "new ConstantBackoff(\(milliseconds("delay") ?? "0"))"
      )
    default:
      let options = [
        milliseconds("initialDelay").map { "initialDelay: \($0)" },
        milliseconds("maxDelay").map { "maxDelay: \($0)" },
        value("exponent").map { "exponent: \($0)" }, generator.map { "generator: \($0)" },
      ].compactMap(\.self).joined(separator: ", ")
      (names, backoff) = (
        ["ExponentialBackoff"] + [generator].compactMap(\.self),
        "new ExponentialBackoff({ \(options) })"
      )
    }
    return """
      import { \((names + ["handleAll", "retry"]).joined(separator: ", ")) } from "cockatiel";

      export const policy = retry(handleAll, {
        \(attempts)backoff: \(backoff),
      });

      """
  }
}
