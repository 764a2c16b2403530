/// Why bytes are no request that is answered: the status to say so, and the reason.
package struct BadRequest: Error, Hashable, Sendable {
  package let status: Int
  package let reason: String

  init(_ status: Int, _ reason: String) {
    (self.status, self.reason) = (status, reason)
  }
}
