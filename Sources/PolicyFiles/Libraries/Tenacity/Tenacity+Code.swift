import RetryLanguage
import RetryNumerics

// tenacity, which counts seconds.

extension Library {
  static let tenacity = Library(
    code: "tenacity",
    readings: [
      CodeReading(
        "tenacity", makers: ["Retrying", "AsyncRetrying"],
        mayMake: { $0.mayMakeTenacity($1.links[$2]) }
      ) { $0.tenacity($1) }
    ],
    targets: [.tenacity])
}

extension PolicyTarget {
  package static let tenacity = PolicyTarget(
    ".py", "a decorator of tenacity in Python", comments: "#", Translation.tenacity,
    write: \.tenacity)
}

private let second = Nanoseconds(1_000_000_000)

extension CodeReader {
  /// Reads `@retry(stop=…, wait=…)` of tenacity, or the same with another of its names.
  mutating func tenacity(_ value: CodeValue) -> CodePolicy? {
    if case .group("@", let inner) = value.content, let name = inner.first?.name {
      return ["retry", "tenacity.retry"].contains(name) ? .call(PresetCall("tenacity")) : nil
    }
    let isOwn = value.links.count == 1 || value.links.first?.name == "tenacity"
    guard isOwn, let last = value.links.last, let arguments = last.arguments,
      ["retry", "Retrying", "AsyncRetrying"].contains(last.name)
    else { return nil }
    let others = [
      "sleep", "reraise", "before", "after", "before_sleep", "retry_error_callback",
      "retry_error_cls",
    ]
    guard last.name != "retry" || arguments.contains(where: isTenacitys) else { return nil }
    var call = PresetCall("tenacity")
    for argument in arguments {
      let (label, value) = argument.labelled
      switch label {
      case "stop": for stop in terms(of: value, "|", "stop_any") { setStop(&call, stop) }
      case "wait": setWait(&call, code.resolved(value))
      case "retry": set(&call, value, Setting("retry", .errors))
      case let other? where others.contains(other): break
      default: remark(argument, "'\(label ?? short(value))' of tenacity is not understood")
      }
    }
    return .call(call)
  }

  /// Whether an argument is a stop, a wait or a condition of tenacity.
  private func isTenacitys(_ argument: CodeValue) -> Bool {
    let (label, value) = argument.labelled
    guard let label, ["stop", "wait", "retry"].contains(label) else { return false }
    var part = code.resolved(value)
    while case .operation(_, let left, _) = part.content { part = code.resolved(left) }
    return part.links.last?.name.hasPrefix("\(label)_") ?? false
  }

  /// Whether a call makes a policy of tenacity from another one, or from settings elsewhere.
  func mayMakeTenacity(_ link: CodeLink) -> Bool {
    let arguments = link.arguments ?? []
    return switch link.name {
    case "retry_with": true
    case "retry" where code.mentions("tenacity"): !arguments.isEmpty
    case "partial": arguments.first?.links.last?.name == "retry"
    case "copy": arguments.contains { ["stop", "wait", "retry"].contains($0.labelled.label) }
    default: false
    }
  }

  /// Returns the parts of a value that a sign or a function combines.
  private func terms(of value: CodeValue, _ sign: Substring, _ function: String) -> [CodeValue] {
    let value = code.resolved(value)
    if case .operation(sign, let left, let right) = value.content {
      return terms(of: left, sign, function) + terms(of: right, sign, function)
    }
    guard let last = value.links.last, last.name == function, let parts = last.arguments else {
      return [value]
    }
    return parts.flatMap { terms(of: $0, sign, function) }
  }

  private mutating func setStop(_ call: inout PresetCall, _ stop: CodeValue) {
    let last = stop.links.last
    let settings: [Setting]? =
      switch last?.name {
      case "stop_never": []
      case "stop_after_attempt":
        [Setting("max_attempt_number", as: "stop_after_attempt")]
      case "stop_after_delay", "stop_before_delay":
        [Setting("max_delay", as: last?.name)]
      default: nil
      }
    guard let settings else {
      return remark(stop, "'\(short(stop))' is not understood: the policy does not stop there")
    }
    var one = PresetCall("tenacity")
    set(&one, last?.arguments ?? [], settings, of: last?.name ?? "")
    // Of two stops of a kind the first to come true ends the retries.
    for argument in one.arguments where argument.comesBefore(call.argument(argument.label)) {
      call.set(argument)
    }
  }

  private mutating func setWait(_ call: inout PresetCall, _ wait: CodeValue) {
    let parts = terms(of: wait, "+", "wait_combine")
    if parts.count > 1 { return setSum(&call, parts) }
    let part = parts.first ?? wait
    if part.links.last?.name == "wait_chain" { return setChain(&call, part) }
    guard let last = part.links.last, let (name, settings) = Self.waits[last.name] else {
      return remark(wait, "'\(short(wait))' is not understood: the policy does not wait")
    }
    call.set("wait", .word(name), wait.place)
    set(&call, last.arguments ?? [], settings, of: last.name)
  }

  /// Sets a sum of fixed waits and at most one random one, which is a random one itself.
  private mutating func setSum(_ call: inout PresetCall, _ parts: [CodeValue]) {
    if let other = parts.first(where: { !Self.isPlain($0) }) {
      return remark(
        other, "a sum with '\(short(other))' is not understood: the policy does not wait")
    }
    guard let range = range(of: parts) else {
      return remark(parts[0], "a sum of random waits is not understood: the policy does not wait")
    }
    let isFixed = range.lowerBound == range.upperBound
    call.set("wait", .word(isFixed ? "wait_fixed" : "wait_random"), parts[0].place)
    call.set(isFixed ? "fixed" : "min", .time(range.lowerBound), parts[0].place)
    if !isFixed { call.set("max", .time(range.upperBound), parts[0].place) }
  }

  /// Sets waits that follow one another.
  private mutating func setChain(_ call: inout PresetCall, _ wait: CodeValue) {
    let links = (wait.links.last?.arguments ?? []).map { terms(of: $0, "+", "wait_combine") }
    let ranges = links.map { parts in
      parts.allSatisfy(Self.isPlain) ? range(of: parts) : nil
    }
    guard !ranges.contains(nil), let table = DelayTable(ranges.compactMap(\.self)) else {
      return remark(wait, "'\(short(wait))' is not understood: the policy does not wait")
    }
    call.set("wait", .word("wait_chain"), wait.place)
    call.set("waits", .delays(table), wait.place)
  }

  /// Whether a wait is a fixed or a random one.
  private static func isPlain(_ wait: CodeValue) -> Bool {
    ["wait_none", "wait_fixed", "wait_random"].contains(wait.links.last?.name)
  }

  /// Returns the ends of a sum of fixed waits and one random wait; `nil` if there are several of these.
  private mutating func range(of parts: [CodeValue]) -> ClosedRange<Nanoseconds>? {
    var (least, most, draws) = (Nanoseconds.zero, Nanoseconds.zero, 0)
    for link in parts.compactMap(\.links.last) {
      guard let (name, settings) = Self.waits[link.name] else { continue }
      var inner = PresetCall("tenacity")
      set(&inner, link.arguments ?? [], settings, of: link.name)
      draws += name == "wait_random" ? 1 : 0
      let first = inner["fixed"]?.time ?? inner["min"]?.time ?? .zero
      least += first
      most += name == "wait_random" ? max(inner["max"]?.time ?? second, first) : first
    }
    return draws < 2 ? least...most : nil
  }

  private static let exponential: [Setting] = [
    "multiplier", "max", "exp_base",
    "min",
  ]

  /// The waits of tenacity by the names in code: the words of the preset, and their settings in their order.
  private static let waits: [String: (name: String, settings: [Setting])] = [
    "wait_none": ("wait_none", []),
    "wait_fixed": ("wait_fixed", [Setting("wait", as: "fixed")]),
    "wait_random": ("wait_random", ["min", "max"]),
    "wait_incrementing": (
      "wait_incrementing",
      [
        "start", "increment",
        "max",
      ]
    ),
    "wait_exponential": ("wait_exponential", exponential),
    "wait_random_exponential": ("wait_random_exponential", exponential),
    "wait_full_jitter": ("wait_random_exponential", exponential),
    "wait_exponential_jitter": (
      "wait_exponential_jitter",
      [
        Setting("initial", as: "multiplier"), "max",
        "exp_base", "jitter",
        "min", "multiplier",
      ]
    ),
  ]
}
