package import VirtualTime

/// A closure from a value to a value, which may draw and may fail the sequence.
package typealias Transform = @Sendable (Value, inout Draws) throws(Fault) -> Value

/// A closure from a value to a flag.
package typealias Predicate = @Sendable (Value, inout Draws) throws(Fault) -> Bool

/// A closure from the sum so far and a value to the next sum.
package typealias Combine = @Sendable (Value, Value, inout Draws) throws(Fault) -> Value

/// A closure from a value to a source.
package typealias Expand = @Sendable (Value, inout Draws) throws(Fault) -> Source
