package import VirtualTime

extension InvalidArgument {
  /// Refuses what is no share between 0 and 1.
  package static func checkShare(_ share: Double, _ name: String) throws(InvalidArgument) {
    guard share >= 0, share <= 1 + 1e-9 else {
      throw InvalidArgument(
        name: name, value: "\(share)", requirement: "must be a share between 0% and 100%")
    }
  }

  /// Refuses a count below zero.
  package static func checkCount(_ count: Int, _ name: String) throws(InvalidArgument) {
    guard count >= 0 else {
      throw InvalidArgument(name: name, value: "\(count)", requirement: "must not be negative")
    }
  }
}
