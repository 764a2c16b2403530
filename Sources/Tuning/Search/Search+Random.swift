extension Search {
  /// Measures points at random with as many batches each, and returns the best: what a search is compared with.
  package mutating func takeBest(ofRandom count: Int, each batches: Int, _ host: SearchHost)
    -> Point?
  {
    let measured = measure(space.random(count, seed: plan.seed), upTo: batches, host)
    return order(measured).first?.point
  }
}
