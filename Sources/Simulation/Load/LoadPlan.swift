/// A load, compiled once for all of its runs.
package struct LoadPlan: Sendable {
  package let load: Load
  /// The chain of its calls, or why they require stages.
  package let chain: Result<Chain, Chain.UnsupportedReason>

  package init(_ load: Load, limits: Limits) {
    self.load = load
    chain = Result { () throws(Chain.UnsupportedReason) in try Chain(load, limits: limits) }
  }

  /// Why it requires stages, if it does.
  package var obstacle: Chain.UnsupportedReason? {
    if case .failure(let reason) = chain { reason } else { nil }
  }
}
