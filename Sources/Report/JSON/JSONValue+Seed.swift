import VirtualTime

extension UInt64 {
  package var seedValue: JSONValue { .unsigned(PinnedDraw.proper(self)) }
}

extension JSONValue {
  /// Returns the object with the draw that a seed pins, if it does.
  package func adding(drawsOf seed: UInt64) -> JSONValue {
    PinnedDraw(of: seed).map { adding("draws", .string($0.name)) } ?? self
  }
}
