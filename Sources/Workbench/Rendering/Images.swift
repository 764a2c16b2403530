import Measurement
import Pictures
import Report
import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout

extension RunRecord {
  func image(_ size: SVGSize, _ interruption: InterruptionCheck) -> SVGPicture {
    SVGPicture(Picture(trace, subject: subject, interruption: interruption), size: size)
  }
}

extension MeasuredRecord {
  /// Its report for a page; the calls that a search found have none.
  var report: RecordReport? { MeasuredText(self, sessionSeed: seed, .page).report }

  var hasPictures: Bool { hasFound || report?.pictures.isEmpty == false }

  /// Its pictures below each other.
  func image(_ size: SVGSize, _ interruption: InterruptionCheck) -> SVGPicture? {
    guard let report, !report.pictures.isEmpty else {
      return found(interruption)?.image(size, interruption)
    }
    return SVGPicture(
      report.pictures, title: report.title ?? subject,
      summary: report.heading.joined(separator: " "), size: size)
  }
}

extension CallSeries {
  func image(_ size: SVGSize, _ interruption: InterruptionCheck) -> SVGPicture? {
    picture(fromAttempts: 1, interruption).map {
      SVGPicture([$0], title: subject, summary: summary, size: size)
    }
  }

  private var summary: String {
    (RunSummary(results, style: .page).lines.last ?? "")
      + " · \(seed.seedPhrase)\(spread.overPhrase)"
  }
}

extension PlayedRecords {
  func image(_ size: SVGSize, _ interruption: InterruptionCheck) -> SVGPicture? {
    animation(.page, interruption).drawing.map {
      SVGPicture(
        [$0], title: subjects.joined(separator: ", "), summary: $0.summary, size: size)
    }
  }
}

extension Explanation {
  /// The schedule of its delays, if it has any.
  func image(_ size: SVGSize) -> SVGPicture? { picture.map { SVGPicture($0, size: size) } }
}

extension Reasons {
  func image(_ size: SVGSize, _ interruption: InterruptionCheck) -> SVGPicture? {
    picture(.page, interruption).map { SVGPicture($0, size: size) }
  }
}
