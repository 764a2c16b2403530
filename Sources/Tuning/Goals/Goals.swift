package import Measurement

/// A bound that a figure of a policy must keep.
package struct Constraint: Sendable {
  package let figure: Figure
  package let isAtLeast: Bool
  /// Whether the bound itself misses the goal.
  package let isStrict: Bool
  package let bound: Double

  package init(_ figure: Figure, isAtLeast: Bool, isStrict: Bool, bound: Double) {
    (self.figure, self.isAtLeast) = (figure, isAtLeast)
    (self.isStrict, self.bound) = (isStrict, bound)
  }

  /// Whether it is met, missed, or not known to be either.
  package enum State: String, Hashable, Sendable {
    case met, missed, undecided
  }
}

/// A figure that should be as low or as high as possible.
package struct Objective: Sendable {
  package let figure: Figure
  package let isMaximized: Bool

  package init(_ figure: Figure, isMaximized: Bool) {
    (self.figure, self.isMaximized) = (figure, isMaximized)
  }
}

/// What a policy is searched for.
package struct Goals: Sendable {
  package var constraints: [Constraint]
  package let objectives: [Objective]
  /// The weight of each world; `nil` if the worst one counts.
  package let weights: [Double]?

  package init(_ constraints: [Constraint], _ objectives: [Objective], weights: [Double]? = nil) {
    (self.constraints, self.objectives, self.weights) = (constraints, objectives, weights)
  }

  /// The figures that are asked for: those of the constraints, then those of the objectives.
  package var figures: [Figure] { constraints.map(\.figure) + objectives.map(\.figure) }

  /// The sign that makes a lower number of a figure the better one.
  func sign(of index: Int) -> Double {
    let isHigherBetter =
      index < constraints.count
      ? constraints[index].isAtLeast : objectives[index - constraints.count].isMaximized
    return isHigherBetter ? -1 : 1
  }
}

extension Constraint {
  private var sign: Double { isAtLeast ? -1 : 1 }

  private func holds(_ number: Double) -> Bool {
    let (cost, limit) = (sign * number, sign * bound)
    return isStrict ? cost < limit : cost <= limit
  }

  /// Judges a figure by its interval.
  package func state(of reading: GoalReading) -> State {
    let ends = [holds(reading.low), holds(reading.high)]
    return ends == [true, true] ? .met : ends == [false, false] ? .missed : .undecided
  }

  /// Returns how far a number misses the bound, relative to the bound, or to the rest of a share; 0 if it does not.
  func miss(_ number: Double) -> Double {
    guard !holds(number) else { return 0 }
    guard number.isFinite else { return Self.farthest }
    let gap = sign * (number - bound)
    let isNearAll = figure.unit == .share && bound > 0.5
    let scale = max(isNearAll ? 1 - bound : bound.magnitude, 1e-6)
    // A miss by nothing, where the bound itself misses, is still a miss.
    return min(max(gap / scale, 1e-9), Self.farthest)
  }

  private static let farthest = 1e9

  /// Returns the same goal a step stricter or looser: half or twice of what may fail, or of four fifths of a number.
  func step(stricter: Bool) -> Constraint? {
    let isNearAll = figure.unit == .share && bound > 0.5
    let bound =
      if isNearAll {
        1 - (1 - self.bound) * (stricter ? 0.5 : 2)
      } else {
        // A stricter upper bound is lower, a stricter lower bound is higher.
        self.bound * (stricter != isAtLeast ? 0.8 : 1.25)
      }
    guard bound != self.bound, figure.unit != .share || (0...1).contains(bound) else { return nil }
    return Constraint(figure, isAtLeast: isAtLeast, isStrict: isStrict, bound: bound)
  }
}

/// A figure over all worlds, with the ends of its interval.
package struct GoalReading: Hashable, Sendable {
  package let value: Double
  package let low: Double
  package let high: Double

  package init(_ value: Double, low: Double, high: Double) {
    (self.value, self.low, self.high) = (value, low, high)
  }
}
