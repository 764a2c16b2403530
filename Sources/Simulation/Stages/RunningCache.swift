import RetryNumerics
import VirtualTime

/// A running cache: its entries by key, in the order of their last use.
final class RunningCache: RunningResource {
  private struct Entry {
    let key: UInt64
    var value: Value
    var stored: Instant
    /// The entries that were used just before and just after it, or -1.
    var older = -1
    var newer = -1
  }

  private let cache: SharedCache
  private var places: [UInt64: Int] = [:]
  private var entries: ContiguousArray<Entry> = []
  private var (oldest, newest) = (-1, -1)
  private var isCleared = false
  private var figures = ResourceFigures()

  init(_ cache: SharedCache) {
    self.cache = cache
    super.init(.cache(cache))
  }

  /// Looks up a key; a stale value is one that may only be served if the source fails.
  func look(_ key: UInt64, at now: Instant) -> (answer: CacheAnswer, value: Value)? {
    if let time = cache.cleared, !isCleared, now.sinceStart >= time {
      isCleared = true
      clear()
    }
    figures.arrived &+= 1
    guard let place = places[key] else { return nil }
    let age = now.nanoseconds(since: entries[place].stored)
    guard age < cache.lifetime else {
      guard age < cache.lifetime + cache.stale else { return nil }
      return (.stale, entries[place].value)
    }
    figures.hits &+= 1
    unlink(place)
    link(place)
    return (.fresh, entries[place].value)
  }

  func store(_ value: Value, for key: UInt64, at now: Instant) {
    if let place = places[key] {
      (entries[place].value, entries[place].stored) = (value, now)
      unlink(place)
      return link(place)
    }
    let place: Int
    if entries.count < cache.entries {
      place = entries.count
      entries.append(Entry(key: key, value: value, stored: now))
    } else {
      place = oldest
      unlink(place)
      places[entries[place].key] = nil
      entries[place] = Entry(key: key, value: value, stored: now)
    }
    places[key] = place
    link(place)
  }

  private func unlink(_ place: Int) {
    let (older, newer) = (entries[place].older, entries[place].newer)
    if older >= 0 { entries[older].newer = newer } else { oldest = newer }
    if newer >= 0 { entries[newer].older = older } else { newest = older }
  }

  /// Makes an entry the one that was used last.
  private func link(_ place: Int) {
    (entries[place].older, entries[place].newer) = (newest, -1)
    if newest >= 0 { entries[newest].newer = place } else { oldest = place }
    newest = place
  }

  private func clear() {
    places.removeAll()
    entries.removeAll()
    (oldest, newest) = (-1, -1)
  }

  override func takeFigures(_ now: Instant) -> ResourceFigures {
    figures.present = entries.count
    defer { figures = ResourceFigures() }
    return figures
  }

  override func restart(_ era: RunningDisruptions.Era) {
    clear()
    (isCleared, figures) = (false, ResourceFigures())
  }
}

extension Source {
  package func cached(in cache: SharedCache) -> Source {
    Source(.stored(cache), on: [self])
  }
}

final class StoredStage: UnaryStage {
  private let cache: RunningCache
  private var stale: Value?
  private var last = Value.unit

  init(_ upstream: Stage, _ cache: RunningCache) {
    self.cache = cache
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    (stale, last) = (nil, .unit)
    switch cache.look(run.key, at: run.now) {
    case (.fresh, let value)?: serve(.fresh, value, &run)
    case (.stale, let value)?:
      stale = value
      upstream.subscribe(&run)
    case nil: upstream.subscribe(&run)
    }
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    switch signal {
    case .value(let value): last = value
    case .completed: cache.store(last, for: run.key, at: run.now)
    case .failed:
      if let stale { return serve(.stale, stale, &run) }
    }
    forward(signal, &run)
  }
}
