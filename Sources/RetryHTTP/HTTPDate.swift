/// A date as HTTP writes it, in seconds since 1970.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns the seconds of a date in one of the three formats that a recipient must read; `nil` if it is none.
  ///
  /// These are `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
  static func seconds(of text: String, now: Double) -> Double? {
    let words = text.split { " ,-:".contains($0) }
    switch words.count {
    case 8 where words[7] == "GMT":
      return seconds(
        year: words[3], month: words[2], day: words[1], time: words[4...6], now: now)
    case 7:
      return seconds(
        year: words[6], month: words[1], day: words[2], time: words[3...5], now: now)
    default: return nil
    }
  }

  private static func seconds(
    year: Substring, month: Substring, day: Substring, time: ArraySlice<Substring>, now: Double
  ) -> Double? {
    let time = time.compactMap { number($0, digits: 2...2) }
    guard let month = months.firstIndex(of: String(month)), let day = number(day, digits: 1...2),
      var fullYear = number(year, digits: 2...4), time.count == 3,
      // A minute may have a leap second.
      time[0] < 24, time[1] < 60, time[2] <= 60
    else { return nil }
    if year.count == 2 { fullYear = century(of: fullYear, now: now) + fullYear }
    guard year.count != 3, day >= 1, day <= days(inMonth: month, of: fullYear) else { return nil }
    let days =
      days(before: fullYear)
      + (0..<month).map { self.days(inMonth: $0, of: fullYear) }
      .reduce(day - 1, +)
    return Double(days * 86_400 + time[0] * 3600 + time[1] * 60 + time[2])
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }

  /// Returns the century of a year of two digits: the latest that puts it at most 50 years ahead.
  private static func century(of year: Int, now: Double) -> Int {
    let current = 1970 + Int(min(max(now, 0), 1e11) / 31_556_952)
    return (current + 50 - year) / 100 * 100
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 1: isLeap(year) ? 29 : 28
    case 3, 5, 8, 10: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The days from 1970 to the start of a year.
  private static func days(before year: Int) -> Int {
    let past = year - 1
    return past * 365 + past / 4 - past / 100 + past / 400 - 719_162
  }
}
