import Pictures
import Report
import TextLayout

/// The report of what a record has measured.
enum RecordReport: MeasuredReport {
  case stats(StatsReport)
  case comparison(ComparisonReport)
  case sweep(SweepReport)
  case load(LoadReport)
  case tuned(TuneReport)

  var sections: [ReportSection] {
    switch self {
    case .stats(let stats): stats.sections
    case .comparison(let comparison): comparison.sections
    case .sweep(let sweep): sweep.sections
    case .load(let load): load.sections
    case .tuned(let tuned): tuned.sections
    }
  }

  var heading: [String] {
    switch self {
    case .stats(let stats): stats.heading
    case .comparison(let comparison): comparison.heading
    case .sweep(let sweep): sweep.heading
    case .load(let load): load.heading
    case .tuned(let tuned): tuned.heading
    }
  }

  var pictures: [Picture] {
    switch self {
    case .stats(let stats): stats.pictures
    case .comparison(let comparison): comparison.pictures
    case .sweep(let sweep): sweep.pictures
    case .load(let load): load.pictures
    case .tuned(let tuned): tuned.pictures
    }
  }

  var title: String? {
    switch self {
    case .stats(let stats): stats.title
    case .comparison(let comparison): comparison.title
    case .sweep(let sweep): sweep.title
    case .load(let load): load.title
    case .tuned(let tuned): tuned.title
    }
  }

  var style: Style {
    switch self {
    case .stats(let stats): stats.style
    case .comparison(let comparison): comparison.style
    case .sweep(let sweep): sweep.style
    case .load(let load): load.style
    case .tuned(let tuned): tuned.style
    }
  }
}
