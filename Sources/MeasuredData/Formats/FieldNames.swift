/// What columns and keys are called, without case and signs.
enum FieldNames {
  struct Meaning: Hashable {
    let role: FieldRole
    let unit: TimeUnit?
  }

  private static let names: [FieldRole: String] = [
    .time: "time timestamp ts datetime date timelocal timeiso8601 msec",
    .start: "start starttime started startedat begin starttimeunixnano",
    .end: "end endtime ended endedat finishedat endtimeunixnano",
    .status: "status statuscode code httpstatus responsecode httpstatuscode httpresponsestatuscode",
    .success: "success ok expectedresponse",
    .error: "error err exception errortype errorkind failure",
    .path: "path uri requesturi url route endpoint label urlpath httproute httptarget",
    .method: "method verb requestmethod httpmethod httprequestmethod",
    .key: "requestid idempotencykey correlationid xrequestid key callid",
    .client: "client clientip remoteaddr ip user userid clientid host",
    .attempt: "attempt attempts try attemptnumber",
    .retryAfter: "retryafter",
    .timedOut: "timeout timedout istimeout",
  ]

  private static let durations = "duration latency elapsed responsetime took rtt"

  /// Names whose unit everybody knows.
  private static let known: [String: TimeUnit] = [
    "requesttime": .seconds, "rt": .seconds, "upstreamresponsetime": .seconds,
    "urt": .seconds, "timetaken": .milliseconds, "elapsed": .milliseconds,
  ]

  /// The ends of names that tell a unit.
  private static let units: [String: TimeUnit] = [
    "ns": .nanoseconds, "nanos": .nanoseconds, "us": .microseconds, "micros": .microseconds,
    "ms": .milliseconds, "millis": .milliseconds, "s": .seconds, "sec": .seconds,
    "seconds": .seconds,
  ]

  private static let table: [UInt64: Meaning] = {
    var table: [UInt64: Meaning] = [:]
    for (role, words) in names {
      for word in words.split(separator: " ") {
        table[hash(String(word))] = Meaning(role: role, unit: nil)
      }
    }
    for word in durations.split(separator: " ") {
      table[hash(String(word))] = Meaning(role: .duration, unit: nil)
      for (end, unit) in units {
        table[hash(word + end)] = Meaning(role: .duration, unit: unit)
      }
    }
    // One that is timed by what is behind the server would count twice.
    for (word, unit) in known where word != "upstreamresponsetime" && word != "urt" {
      table[hash(word)] = Meaning(role: .duration, unit: unit)
    }
    return table
  }()

  private static func hash(_ text: String) -> UInt64 {
    let bytes = Array(text.utf8)
    return hash(bytes, bytes.indices)
  }

  /// Returns a number for a name, the same however it is spelled.
  static func hash(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    var state: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in range {
      var byte = bytes[index]
      if byte >= 0x41, byte <= 0x5A { byte |= 0x20 }
      let isKept = byte >= 0x61 && byte <= 0x7A || byte >= 0x30 && byte <= 0x39
      if isKept { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
    return state
  }

  private static let given: [FieldRole: [FieldRole]] = [.time: [.start, .end]]

  /// Returns the meanings of names, with those that a person has given in front.
  static func meanings(_ choices: ReadingChoices) -> [UInt64: Meaning] {
    guard !choices.columns.isEmpty else { return table }
    // A role with a name of its own has no other.
    let hidden = choices.columns.keys.flatMap { [$0] + (given[$0] ?? []) }
    var table = table.filter { !hidden.contains($0.value.role) }
    for (role, name) in choices.columns {
      let unit = self.table[hash(name)]?.unit ?? ending(of: name)
      table[hash(name)] = Meaning(role: role, unit: role == .duration ? unit : nil)
    }
    return table
  }

  private static func ending(of name: String) -> TimeUnit? {
    name.lowercased().split { $0 == "_" || $0 == "-" || $0 == "." }.last
      .flatMap { units[String($0)] }
  }
}
