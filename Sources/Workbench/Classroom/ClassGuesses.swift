import Pictures
import Report
import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout

/// What a class guessed for one figure of a lesson.
struct ClassGuesses {
  /// The name of the exercise whose files have the guesses.
  let task: String
  let subject: String
  /// What was measured, as most students saw it.
  let found: String
  /// The guesses as the students see them, from the lowest to the highest.
  let said: [String]
  /// The same as numbers, if all of them and what was measured are.
  private let sizes: [Double]
  private let size: Double?

  /// Returns the guesses for each figure, in the order of the exercises and of the first who was asked.
  static func all(in grades: [Grade], of tasks: [String]) -> [ClassGuesses] {
    tasks.flatMap { task in
      let guesses = grades.filter { $0.task == task }.flatMap(\.guesses)
      let bySubject = Dictionary(grouping: guesses, by: \.subject)
      return guesses.map(\.subject).unique.map { ClassGuesses(task, $0, bySubject[$0] ?? []) }
    }
  }

  private init(_ task: String, _ subject: String, _ guesses: [KeptGuess]) {
    (self.task, self.subject) = (task, subject)
    found = guesses.map(\.found).mostCommon?.text ?? ""
    let measured = FigureSize(found)
    let known = guesses.compactMap { guess -> (said: String, size: Double)? in
      // A guess in another unit cannot be compared.
      guard let size = FigureSize(guess.said), size.unit == measured?.unit, size.value.isFinite
      else { return nil }
      return (guess.said, size.value)
    }
    let areNumbers = known.count == guesses.count
    let sorted = known.sorted { ($0.size, $0.said) < ($1.size, $1.said) }
    said = areNumbers ? sorted.map(\.said) : guesses.map(\.said).sorted()
    sizes = areNumbers ? sorted.map(\.size) : []
    size = measured?.value
  }

  /// The row of a table: how many guessed, the lowest, the middle and the highest guess, and what was measured.
  fileprivate var row: [Table.Cell] {
    let middle = sizes.isEmpty ? said.mostCommon?.text : said[said.count / 2]
    let ends = sizes.isEmpty ? ("", "") : (said.first ?? "", said.last ?? "")
    return [
      .init(task), .init(subject), .init("\(said.count)"), .init(ends.0), .init(middle),
      .init(ends.1), .init(found),
    ]
  }

  static func table(_ all: [ClassGuesses]) -> Table {
    var table = Table(
      [.left, .yielding, .right, .right, .right, .right, .right],
      head: ["guessed", "", "by", "lowest", "middle", "highest", "measured"])
    for guesses in all { table.add(guesses.row) }
    return table
  }

  /// How many guessed what, with a pointer to what was measured; nothing if all said the same.
  var picture: Picture? {
    guard let size, let least = sizes.first, let most = sizes.last,
      let text = FigureSize(found)?.text
    else { return nil }
    // A guess that is far off would press the others together.
    let (low, high) = (
      min(least, size), min(max(most, size), 4 * max(size, sizes[sizes.count / 2]))
    )
    guard low < high else { return nil }
    let width = (high - low) / Double(Self.bars)
    let counts = sizes.reduce(into: [Int: Int]()) { counts, size in
      let bar = min(max((size - low) / width, 0), Double(Self.bars - 1))
      counts[Int(bar), default: 0] += 1
    }
    let points = counts.sorted { $0.key < $1.key }.map { bar, count in
      let from = low + Double(bar) * width
      let end = bar == Self.bars - 1 && most > high ? "or more" : "to \(text(from + width))"
      return Plot.Point.bar(
        from, from + width, Double(count),
        note: "\(text(from)) \(end): \(count) of \(sizes.count)")
    }
    let tallest = counts.values.max() ?? 1
    let title = "\(task): \(subject), guessed by \(sizes.count), measured \(found)"
    let plot = Plot(
      title, axis: Axis(0...Double(tallest), text: Self.count),
      [Plot.Series(.bars, .measured, word: "guesses", points)],
      pointers: [Plot.Pointer(size, found, note: "\(found) was measured")],
      height: min(max(tallest, 2), 5))
    return Picture(
      title: title, axis: Axis(low...high, text: text), bands: [.plot(plot)])
  }

  private static let bars = 12

  /// A number of students, of whom there are no halves.
  @Sendable private static func count(_ number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? ""
  }
}

/// A figure as it is written, such as `97%` or `1.2s`, with how others like it are written.
private struct FigureSize {
  enum Unit { case share, time, number, rate }

  let value: Double
  let unit: Unit
  let text: @Sendable (Double) -> String

  init?(_ written: String) {
    let plain = String(written.filter { $0 != "," })
    let reading = Parser.read(SourceText(plain))
    guard reading.diagnostics.isEmpty, reading.statements.count == 1,
      case .expression(let expression)? = reading.statements.first
    else { return nil }
    switch expression {
    case .share(let share, _):
      (value, unit, text) = (share, .share, { Figures.shortShare($0) })
    case .duration(let time, _):
      (value, unit) = (Double(time.count), .time)
      text = { Nanoseconds(Int64(rounding: $0)).brief }
    case .int(let number, _): (value, unit, text) = (Double(number), .number, Self.plain)
    case .double(let number, _): (value, unit, text) = (number, .number, Self.plain)
    case .rate(let rate, _): (value, unit, text) = (rate, .rate, { Figures.rate($0) })
    default: return nil
    }
  }

  @Sendable private static func plain(_ number: Double) -> String {
    FigureText.text(.value(.double(Double(Int64(rounding: number * 100)) / 100)), .double)
  }
}
