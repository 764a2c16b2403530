import RetryLanguage

/// What was drawn last, if that is more than the last result.
enum Drawn {
  case series(CallSeries)
  case played(PlayedRecords)
  case explained(Explanation)
  case reasoned(Reasons)

  /// What was drawn, as written.
  var subject: String {
    switch self {
    case .series(let series): series.subject
    case .played(let played): played.subjects.joined(separator: ", ")
    case .explained(let explanation): explanation.subject
    case .reasoned(let reasons):
      ([reasons.record.subject] + reasons.alternatives.map(\.subject)).joined(separator: ", ")
    }
  }
}
