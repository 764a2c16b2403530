package import Pictures
package import RetryNumerics
package import TextLayout

/// Calls or loads that are played.
package enum PlayedAnimation: Animation {
  case calls(CallAnimation)
  case loads(LoadAnimation)

  package var length: Nanoseconds {
    switch self {
    case .calls(let calls): calls.length
    case .loads(let loads): loads.length
    }
  }

  package var moments: [Nanoseconds] {
    switch self {
    case .calls(let calls): calls.moments
    case .loads(let loads): loads.moments
    }
  }

  package var whole: [TextLine] {
    switch self {
    case .calls(let calls): calls.whole
    case .loads(let loads): loads.whole
    }
  }

  package var results: [TextLine] {
    switch self {
    case .calls(let calls): calls.results
    case .loads(let loads): loads.results
    }
  }

  package var drawing: Picture? {
    switch self {
    case .calls(let calls): calls.drawing
    case .loads(let loads): loads.drawing
    }
  }

  package func picture(at now: Nanoseconds, rows: Int) -> [TextLine] {
    switch self {
    case .calls(let calls): calls.picture(at: now, rows: rows)
    case .loads(let loads): loads.picture(at: now, rows: rows)
    }
  }

  package func bigPicture(at now: Nanoseconds, rows: Int) -> [TextLine] {
    switch self {
    case .calls(let calls): calls.bigPicture(at: now, rows: rows)
    case .loads(let loads): loads.bigPicture(at: now, rows: rows)
    }
  }
}
