import Conformance
import HTTPServer
import RetryLanguage
import RetryNumerics
import Workbench

extension Arguments {
  func integer(
    _ text: String, of option: Option, in range: ClosedRange<Int>
  ) throws(Mistake) -> Int {
    if let number = Int(text), range.contains(number) { return number }
    let bounds = "from \(range.lowerBound) to \(range.upperBound)"
    throw Mistake(message: "\(option.name) takes an integer \(bounds), not '\(text)'")
  }

  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ text: String, of option: Option
  ) throws(Mistake) -> Choice {
    if let choice = Choice(rawValue: text) { return choice }
    let words = Choice.words.alternatives
    throw Mistake(message: "\(option.name) takes \(words), not '\(text)'")
  }

  /// A number of students, or the path of a list of them.
  func students(_ text: String, of option: Option) throws(Mistake) -> String {
    guard let count = Int(text), !(1...9999).contains(count) else { return text }
    throw Mistake(message: "\(option.name) takes a number of students from 1 to 9999, or a file")
  }

  func shard(_ text: String, of option: Option) throws(Mistake) -> Shard {
    if let shard = Shard(text) { return shard }
    throw Mistake(message: "\(option.name) takes a shard such as 3/64, not '\(text)'")
  }

  func duration(_ text: String, of option: Option) throws(Mistake) -> Nanoseconds {
    if let duration = Nanoseconds(text: text), duration >= .zero { return duration }
    throw Mistake(message: "\(option.name) takes a time such as 50ms, not '\(text)'")
  }

  func speed(_ text: String, of option: Option) throws(Mistake) -> Speed {
    if let speed = Double(text).flatMap({ Speed($0) }) { return speed }
    throw Mistake(message: "\(option.name) takes a factor from 0.001 to 1000, not '\(text)'")
  }

  func destination(_ text: String, of option: Option) throws(Mistake) -> Destination {
    do throws(Destination.Mistake) {
      return try Destination(text)
    } catch {
      throw Mistake(message: "\(option.name) \(text.sanitized): \(error.reason)")
    }
  }

  /// A share such as 1% or 0.01.
  func share(_ text: String, of option: Option) throws(Mistake) -> Double {
    let number = Double(text.hasSuffix("%") ? text.dropLast() : text[...])
    guard let number, number >= 0, number.isFinite else {
      throw Mistake(message: "\(option.name) takes a share such as 1% or 0.01, not '\(text)'")
    }
    return text.hasSuffix("%") ? number / 100 : number
  }
}
