import Foundation
import RetryHTTP
import Testing

@Suite("A Retry-After header")
struct RetryAfterTests {
  private static func seconds(_ text: String, now: Double = 784_111_777) -> Duration? {
    RetryAfter.delay(text, now: Date(timeIntervalSince1970: now))
  }

  @Test("reads every date that a formatter writes, over five hundred years")
  func dates() {
    let formats = [
      "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy",
    ].map { format in
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = TimeZone(secondsFromGMT: 0)
      formatter.dateFormat = format
      return formatter
    }
    for number in 0..<2000 {
      let second = Double(number) * 7_889_231
      for format in formats {
        let text = format.string(from: Date(timeIntervalSince1970: second))
        #expect(Self.seconds(text, now: 0) == .seconds(min(second, 9e9)), "\(text)")
      }
    }
  }

  @Test("takes a year of two digits for the nearest that is at most 50 years ahead")
  func shortYears() {
    let now = 1_795_737_600.0  // 2026-11-27
    #expect(Self.seconds("Saturday, 27-Nov-27 00:00:00 GMT", now: now) == .seconds(365 * 86_400))
    #expect(Self.seconds("Sunday, 06-Nov-94 08:49:37 GMT", now: now) == .zero)
    #expect(Self.seconds("Friday, 27-Nov-76 00:00:00 GMT", now: now) == .seconds(1_577_923_200))
    #expect(Self.seconds("Saturday, 27-Nov-77 00:00:00 GMT", now: now) == .zero)
  }

  @Test(
    "refuses what is neither seconds nor a date",
    arguments: [
      "", " ", ".", "..", "1.2.3", "-1", "+1", "1e3", "0x10", "NaN", "inf", "1s", "ten",
      "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 PST", "Sun, 31 Feb 1994 08:49:37 GMT",
      "Sun, 29 Feb 1900 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
      "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Now 1994 08:49:37 GMT",
      "Sun, 06 Nov 994 08:49:37 GMT", "Sun, 06 Nov 19940 08:49:37 GMT", "٣",
    ])
  func malformed(text: String) {
    #expect(Self.seconds(text) == nil)
  }

  @Test("asks for a finite time, however long the text is")
  func long() {
    #expect(Self.seconds(String(repeating: "9", count: 400)) == .seconds(9e9))
    #expect(Self.seconds("Fri, 31 Dec 9999 23:59:60 GMT") == .seconds(9e9))
  }
}
