import RetryNumerics
import VirtualTime

extension LoadRecord: ByteCodable {
  /// A record to be read.
  package static var blank: LoadRecord { LoadRecord() }

  package mutating func code(with coder: inout ByteCoder) {
    coder.code(&spans, blank: LoadSpan())
    coder.code(&resources, blank: WatchedResource())
    coder.code(&strategies, blank: .blank)
    coder.code(&inFlight)
    coder.code(&unended)
    coder.code(&endedLate)
    coder.code(&succeededLate)
    coder.code(&busiest)
    coder.code(&disturbances, blank: .zero..<(.zero))
    coder.code(&phases, blank: .before, PhaseRecord())
    coder.code(&stop, blank: .person)
    coder.code(&finished, blank: .zero)
    coder.code(&calling)
    // A figure of a span is found by the place of what it is of.
    let (resources, strategies) = (resources.count, strategies.count)
    coder.require(
      spans.allSatisfy { $0.resources.count == resources && $0.strategies.count == strategies })
  }
}

extension LoadSpan: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    coder.code(&from.sinceStart)
    coder.code(&until.sinceStart)
    coder.code(&begun)
    coder.code(&attempts)
    coder.code(&retries)
    coder.code(&succeeded)
    coder.code(&failed)
    coder.code(&latency)
    coder.code(&underWay)
    coder.code(&resources, blank: ResourceFigures())
    coder.code(&strategies, blank: StrategyFigures())
  }
}

extension ResourceFigures: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    coder.code(&arrived)
    coder.code(&refused)
    coder.code(&hits)
    coder.code(&served)
    coder.code(&wasted)
    coder.code(&abandoned)
    coder.code(&expired)
    coder.code(&crashed)
    coder.code(&waiting)
    coder.code(&busy)
    coder.code(&present)
    coder.code(&longestQueue)
  }
}

extension StrategyFigures: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    coder.code(&allowed)
    coder.code(&refused)
    coder.code(&opened)
    coder.code(&level, blank: 0)
  }
}

extension WatchedStrategy: ByteCodable {
  fileprivate static let blank = WatchedStrategy(name: "", measure: nil)

  package mutating func code(with coder: inout ByteCoder) {
    var (name, measure) = (name, measure)
    coder.code(&name)
    coder.code(&measure, blank: .left)
    if coder.isReading { self = WatchedStrategy(name: name, measure: measure) }
  }
}

extension StrategyMeasure: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) { coder.codeCase(&self) }
}

extension PhaseRecord.Phase: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) { coder.codeCase(&self) }
}

extension PhaseRecord: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    coder.code(&length)
    coder.code(&begun)
    coder.code(&succeeded)
    coder.code(&attempts)
    coder.code(&busiest)
  }
}

extension Range<Nanoseconds>: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    var (low, high) = (lowerBound, upperBound)
    coder.code(&low)
    coder.code(&high)
    coder.require(low <= high)
    self = low..<Swift.max(low, high)
  }
}
