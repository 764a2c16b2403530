import RetryNumerics

extension Evidence {
  /// Returns the states of the constraints.
  package func states(_ goals: Goals) -> [Constraint.State] {
    zip(goals.constraints, readings).map { $0.state(of: $1) }
  }

  /// Returns whether all constraints are met, whether any is missed, or neither.
  func state(_ goals: Goals) -> Constraint.State {
    let states = states(goals)
    if states.contains(.missed) { return .missed }
    return states.contains(.undecided) ? .undecided : .met
  }

  /// Returns how far the constraints are missed in all, with more or less luck than was measured.
  func miss(_ goals: Goals, _ luck: Luck = .measured) -> Double {
    zip(goals.constraints, readings).reduce(0) { sum, pair in
      let (constraint, reading) = pair
      let (best, worst) =
        constraint.isAtLeast ? (reading.high, reading.low) : (reading.low, reading.high)
      let number =
        switch luck {
        case .measured: reading.value
        case .best: best
        case .worst: worst
        }
      return sum + constraint.miss(number)
    }
  }

  /// Returns the objectives, of which lower numbers are better.
  func costs(_ goals: Goals) -> [Double] {
    let first = goals.constraints.count
    return goals.objectives.indices.map {
      goals.sign(of: first + $0) * readings[first + $0].value
    }
  }

  /// Returns the numbers of an objective by batch, of which lower ones are better.
  func costs(_ objective: Int, _ goals: Goals) -> [Double] {
    let index = goals.constraints.count + objective
    let sign = goals.sign(of: index)
    return series(of: index, goals).map { sign * $0 }
  }
}

/// Where in its interval a figure is taken to be.
enum Luck {
  case measured, best, worst
}

/// The order of policies by what the goals ask for, the best first.
struct Ranking {
  private let goals: Goals
  private let space: Space
  /// Whether a constraint has to be met with confidence, so that nothing is left to luck.
  private let isWary: Bool

  init(_ goals: Goals, _ space: Space, isWary: Bool = false) {
    (self.goals, self.space, self.isWary) = (goals, space, isWary)
  }

  /// Sorts policies.
  ///
  /// Those that meet the constraints come first, by their objectives; of several objectives, those come first that
  /// nothing else beats in all, and of these the ones that lie apart.
  func sorted(_ all: [Evidence], _ luck: Luck = .measured) -> [Evidence] {
    let misses = all.map { $0.miss(goals, luck) }
    let meeting = all.indices.filter { misses[$0] == 0 }
    let missing = all.indices.filter { misses[$0] > 0 }
      .sorted(byNumbers: { [misses[$0]] + all[$0].costs(goals) + all[$0].point })
    return fronts(meeting.map { all[$0] }).flatMap(\.self) + missing.map { all[$0] }
  }

  /// Returns a number of policies: the first as measured, with good luck and with bad luck; if wary, with bad luck alone.
  ///
  /// Of those that did the same in all that was measured, one is enough.
  func best(_ count: Int, of all: [Evidence]) -> [Evidence] {
    let orders =
      isWary ? [sorted(all, .worst)] : [sorted(all), sorted(all, .best), sorted(all, .worst)]
    var (chosen, seen): ([Evidence], Set<[GoalReading]>) = ([], [])
    for place in all.indices {
      for order in orders
      where chosen.count < count && seen.insert(order[place].readings).inserted {
        chosen.append(order[place])
      }
    }
    return chosen
  }

  /// Sorts policies into fronts: nothing in a front beats another of it in all objectives.
  private func fronts(_ all: [Evidence]) -> [[Evidence]] {
    let costs = all.map { $0.costs(goals) }
    guard goals.objectives.count > 1 else {
      let order = all.indices.map { $0 }.sorted(byNumbers: {
        costs[$0] + [space.complexity(of: all[$0].point)] + all[$0].point
      })
      return [order.map { all[$0] }]
    }
    var (left, fronts) = (Array(all.indices), [[Evidence]]())
    while !left.isEmpty {
      let front = left.filter { index in
        !left.contains { costs[$0].beats(costs[index]) }
      }
      fronts.append(Self.apart(front, costs).map { all[$0] })
      left.removeAll(where: Set(front).contains)
    }
    return fronts
  }

  /// Sorts a front so that its ends come first, and then what lies farthest from its neighbours.
  private static func apart(_ front: [Int], _ costs: [[Double]]) -> [Int] {
    var room = Dictionary(uniqueKeysWithValues: front.map { ($0, 0.0) })
    for objective in costs[front[0]].indices {
      let order = front.sorted(byNumbers: { [costs[$0][objective], Double($0)] })
      let length = max(
        costs[order[order.count - 1]][objective] - costs[order[0]][objective], 1e-300)
      for place in order.indices {
        let isEnd = place == 0 || place == order.count - 1
        room[order[place], default: 0] +=
          isEnd
          ? .infinity
          : (costs[order[place + 1]][objective] - costs[order[place - 1]][objective]) / length
      }
    }
    return front.sorted(byNumbers: { [-room[$0, default: 0], Double($0)] })
  }
}

extension [Double] {
  /// Whether nothing is worse than in another list, and something is better.
  func beats(_ other: [Double]) -> Bool {
    zip(self, other).allSatisfy { $0 <= $1 } && self != other
  }
}

extension Array {
  /// Returns the elements by the first of some numbers in which they differ.
  fileprivate func sorted(byNumbers numbers: (Element) -> [Double]) -> [Element] {
    let keys = map(numbers)
    return indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }.map { self[$0] }
  }
}
