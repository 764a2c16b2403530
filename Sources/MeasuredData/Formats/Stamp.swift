import RetryNumerics

/// A moment as a log writes it.
struct Stamp {
  /// The time since the start of 1970 in UTC.
  let time: Nanoseconds
  /// Whether the zone was written with it.
  let hasZone: Bool
  let hasFraction: Bool

  /// Returns the days from the start of 1970 to a date of the calendar that everybody uses.
  static func days(year: Int, month: Int, day: Int) -> Int {
    // Years begin in March, so that the day of a leap year is the last one.
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let ofEra = year - era * 400
    let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }
}

/// The parts of a date and a time of day.
private struct Moment {
  var (year, month, day, hour, minute, second) = (1970, 1, 1, 0, 0, 0)
  var fraction = Nanoseconds.zero
  /// The seconds that the zone is ahead of UTC.
  var offset = 0

  var isValid: Bool {
    (1...9999).contains(year) && (1...12).contains(month) && (1...31).contains(day)
      && (0..<24).contains(hour) && (0..<60).contains(minute) && (0...60).contains(second)
  }

  var time: Nanoseconds {
    let days = Stamp.days(year: year, month: month, day: day)
    let seconds = days * 86400 + hour * 3600 + minute * 60 + second - offset
    return Nanoseconds(Int64(seconds)) * 1_000_000_000 + fraction
  }
}

extension ByteCursor {
  /// Reads a fixed number of digits.
  private mutating func digits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard next >= 0x30, next <= 0x39 else { return nil }
      value = value * 10 + Int(next - 0x30)
      advance()
    }
    return value
  }

  /// Reads a time as access logs have it, such as `10/Oct/2000:13:55:36 +0200`.
  mutating func accessStamp() -> Stamp? {
    var moment = Moment()
    guard let day = digits(2), skip(0x2F), let month = monthName(), skip(0x2F),
      let year = digits(4), skip(0x3A)
    else { return nil }
    (moment.day, moment.month, moment.year) = (day, month, year)
    guard timeOfDay(&moment) else { return nil }
    skipSpaces()
    let hasZone = zone(&moment)
    guard moment.isValid else { return nil }
    return Stamp(time: moment.time, hasZone: hasZone, hasFraction: moment.fraction != .zero)
  }

  /// Reads a time as in ISO 8601, or a number of seconds or smaller units since 1970.
  mutating func stamp() -> Stamp? {
    let start = place
    var moment = Moment()
    if let year = digits(4), skip(0x2D), let month = digits(2), skip(0x2D), let day = digits(2) {
      (moment.year, moment.month, moment.day) = (year, month, day)
      if next == 0x54 || next == 0x20 || next == 0x74 {
        advance()
        guard timeOfDay(&moment) else { return nil }
      }
      let hasZone = zone(&moment)
      guard moment.isValid else { return nil }
      return Stamp(time: moment.time, hasZone: hasZone, hasFraction: moment.fraction != .zero)
    }
    move(to: start)
    if let stamp = accessStamp() { return stamp }
    move(to: start)
    return decimal().flatMap(Self.stamp)
  }

  /// Returns the moment of a number, whose size tells its unit.
  private static func stamp(_ number: Decimal) -> Stamp? {
    let seconds = number.double
    guard seconds >= 0 else { return nil }
    // In seconds, these would be the years after 5000, in the next unit again.
    let unit: TimeUnit =
      seconds < 1e11
      ? .seconds : seconds < 1e14 ? .milliseconds : seconds < 1e17 ? .microseconds : .nanoseconds
    let time = number.span(in: unit)
    guard time < .never else { return nil }
    return Stamp(
      time: time, hasZone: true, hasFraction: time.count % 1_000_000_000 != 0)
  }

  private mutating func timeOfDay(_ moment: inout Moment) -> Bool {
    guard let hour = digits(2), skip(0x3A), let minute = digits(2), skip(0x3A),
      let second = digits(2)
    else { return false }
    (moment.hour, moment.minute, moment.second) = (hour, minute, second)
    guard next == 0x2E || next == 0x2C else { return true }
    advance()
    var unit: Int64 = 100_000_000
    while next >= 0x30, next <= 0x39 {
      moment.fraction += Nanoseconds(unit * Int64(next - 0x30))
      unit /= 10
      advance()
    }
    return true
  }

  /// Reads `Z`, `+02:00` or `+0200`.
  private mutating func zone(_ moment: inout Moment) -> Bool {
    if skip(0x5A) || skip(0x7A) { return true }
    guard next == 0x2B || next == 0x2D else { return false }
    let sign = next == 0x2B ? 1 : -1
    advance()
    guard let hours = digits(2) else { return false }
    _ = skip(0x3A)
    moment.offset = sign * (hours * 3600 + (digits(2) ?? 0) * 60)
    return true
  }

  private static let months: [StaticText] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private mutating func monthName() -> Int? {
    let range = place..<min(place + 3, end)
    guard let month = Self.months.firstIndex(where: { has($0, at: range) }) else { return nil }
    move(to: range.upperBound)
    return month + 1
  }
}
