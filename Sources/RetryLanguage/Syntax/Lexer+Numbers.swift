import RetryNumerics

// Numbers, with their units.

extension Lexer {
  mutating func readNumber() {
    let start = position
    let hasDecimals = !readDecimal()
    let digits = source[start..<position].filter { $0 != "_" }
    let multiple = readMultiple()
    // Digits with at most one point always form a number, if a large one.
    var number: Double { (Double(digits) ?? .infinity) * Double(multiple) }
    let isWhole = !hasDecimals || multiple > 1 && Int64(exactly: number) != nil
    if peek() == "%", isShareEnd {
      position += 1
      let share = multiple == 1 ? Self.hundredth(of: digits) : nil
      add(.share(share ?? number / 100), from: start)
    } else if peek() == "/", let unit = unit(at: 1) {
      position += 1 + unit.name.count
      add(.rate(number * (1e9 / Double(unit.size))), from: start)
    } else if let unit = rateUnit {
      position += unit.name.count
      add(.rate(number / unit.seconds), from: start)
    } else if multiple == 1, isNext(.letter) {
      readUnit(digits, from: start)
    } else if isWhole {
      let whole = multiple > 1 ? Int64(exactly: number) : Int64(digits)
      if whole == nil { tooGreat("the largest integer is \(Int64.max)", "1e20", from: start) }
      add(.int(whole ?? .max), from: start)
    } else {
      if !number.isFinite { tooGreat("the largest number is 1.8e308", from: start) }
      add(.double(number), from: start)
    }
  }

  /// Reads `k` or `M`, if that is a multiple and no unit or name; returns what it multiplies by.
  private mutating func readMultiple() -> Int {
    guard let letter = peek(), letter == "k" || letter == "M",
      !isNext(.word, at: 1), peek(1) != "_"
    else { return 1 }
    position += 1
    return letter == "k" ? 1000 : 1_000_000
  }

  /// The unit of a rate that comes next, as load generators write it.
  private var rateUnit: (name: String, seconds: Double)? {
    guard peek() == "r" || peek() == "q" else { return nil }
    return [("rps", 1), ("qps", 1), ("rpm", 60)].first { name, _ in
      source.characters[position...].starts(with: Array(name))
        && !isNext(.word, at: name.count)
    }
  }

  /// Returns the hundredth of a number, which is rounded only once.
  private static func hundredth(of digits: String) -> Double? {
    let parts = digits.split { $0 == "e" || $0 == "E" }
    guard let number = parts.first, let exponent = Int(parts.count > 1 ? parts[1] : "0"),
      abs(exponent) < 1000
    else { return nil }
    return Double("\(number)e\(exponent - 2)")
  }

  private mutating func tooGreat(
    _ limit: String, _ example: String? = nil, from start: Int
  ) {
    diagnostics.append(
      Diagnostic(
        .impossibleValue, limit, at: start..<position,
        fixIt: example.map { .advice("write larger numbers with an exponent: \($0)") }))
  }

  /// Reads digits with an optional fraction and exponent; returns whether they are an integer.
  private mutating func readDecimal() -> Bool {
    readDigits()
    var isWhole = true
    if peek() == ".", isNext(.digit, at: 1) {
      isWhole = false
      position += 1
      readDigits()
    }
    guard let mark = exponentMark else { return isWhole }
    position += mark
    readDigits()
    return false
  }

  /// The length of `e`, `e-` or `e+` before a digit, if one comes next.
  private var exponentMark: Int? {
    guard peek() == "e" || peek() == "E" else { return nil }
    let length = peek(1) == "-" || peek(1) == "+" ? 2 : 1
    return isNext(.digit, at: length) ? length : nil
  }

  private mutating func readDigits() {
    while isNext(.digit) || peek() == "_" { position += 1 }
  }

  /// Whether a percent sign belongs to the number before it, rather than being a division: `10 % 3`, `10%3`.
  private var isShareEnd: Bool {
    !isNext(.name, at: 1) && peek(1) != "("
  }

  private mutating func readUnit(_ digits: String, from start: Int) {
    let unitStart = position
    if let span = readCompound(digits) { return add(.duration(span), from: start) }
    if let unit = unit(at: 0) {
      position += unit.name.count
      return add(.duration(Nanoseconds(decimal: digits[...], of: unit.size) ?? .never), from: start)
    }
    skip(.word)
    let name = source[unitStart..<position]
    // For a single letter, every other letter would be near.
    let nearest = name.count > 1 ? Suggestion.nearest(to: name, among: Unit.all.map(\.name)) : nil
    diagnostics.append(
      Diagnostic(
        .unknownUnit, "unknown unit '\(name)'", at: unitStart..<position,
        fixIt: Unit.longer[name].map(Diagnostic.FixIt.advice)
          ?? (Unit.meant[name] ?? nearest).map(Diagnostic.FixIt.replacement)
          ?? .advice("the units are ns, us, ms, s, m and h")))
    add(.duration(.zero), from: start)
  }

  /// Reads the units and numbers of a time such as `1m30s`, whose units become smaller, if it is one.
  private mutating func readCompound(_ first: String) -> Nanoseconds? {
    var (ahead, digits, sum, largest) = (0, first, Nanoseconds.zero, Int64.max)
    while let unit = unit(at: ahead, mayContinue: true), unit.size < largest,
      let span = Nanoseconds(decimal: digits[...], of: unit.size)
    {
      sum = sum + span
      largest = unit.size
      ahead += unit.name.count
      let start = ahead
      while isNext(.digit, at: ahead) || peek(ahead) == "." && isNext(.digit, at: ahead + 1) {
        ahead += 1
      }
      digits = source[position + start..<position + ahead]
      guard !digits.isEmpty else {
        guard !isNext(.letter, at: ahead), ahead > unit.name.count else { return nil }
        position += ahead
        return sum
      }
    }
    return nil
  }

  private func unit(at ahead: Int, mayContinue: Bool = false) -> Unit? {
    var end = ahead
    while isNext(.letter, at: end) { end += 1 }
    if isNext(.numeral, at: end), !(mayContinue && isNext(.digit, at: end)) { return nil }
    let name = source[position + ahead..<position + end]
    return Unit.all.first { $0.name == name }
  }
}

/// A unit of time.
struct Unit {
  let name: String
  let size: Int64

  static let all = Nanoseconds.units.map { Unit(name: $0.name, size: $0.size) }

  /// Longer units, which are not supported.
  static let longer = [
    "d": "a day is 24h", "day": "a day is 24h", "days": "a day is 24h",
    "x": "a multiple is a product: 2 * offered", "w": "a week is 168h", "week": "a week is 168h",
    "weeks": "a week is 168h",
  ]

  static let meant = [
    "sec": "s", "secs": "s", "second": "s", "seconds": "s", "min": "m", "mins": "m", "minutes": "m",
    "hour": "h", "hours": "h", "millis": "ms", "msec": "ms", "micros": "us", "nanos": "ns",
    "K": "k",
  ]
}
