import RetryNumerics
import VirtualTime

final class RunningChannel: RunningResource {
  private let channel: Channel
  private var figures = ResourceFigures()
  /// The unfinished slots with senders, by number.
  private var slots: [Int64: ChannelSlot] = [:]
  /// The time up to which busy time has been counted.
  private var settled = Instant.start
  /// The slot whose senders are being notified.
  private var ending: ChannelSlot?

  init(_ channel: Channel) {
    self.channel = channel
    super.init(.channel(channel))
  }

  override func submit(_ stage: OperationStage, draws: Draws, _ run: inout Run) -> Admission {
    figures.arrived &+= 1
    let length = channel.slot.count
    let now = run.now.sinceStart.count
    let number = now / length + (now % length == 0 ? 0 : 1)
    let slot = slots[number] ?? open(number, &run)
    stage.ticket = number
    slot.senders.append(Unretained(stage))
    return .accepted
  }

  private func open(_ number: Int64, _ run: inout Run) -> ChannelSlot {
    let slot = ChannelSlot(self, number)
    slots[number] = slot
    let begins = channel.slot * number
    slot.startTimer(after: begins + channel.slot - run.now.sinceStart, &run)
    return slot
  }

  /// Ends a slot: a single sender succeeds, several collide.
  func end(_ slot: ChannelSlot, _ run: inout Run) {
    settle(run.now)
    // Nothing else keeps the slot alive.
    ending = slot
    slots[slot.number] = nil
    let isAlone = slot.senders.count == 1
    for index in slot.senders.indices {
      figures.served &+= isAlone ? 1 : 0
      figures.refused &+= isAlone ? 0 : 1
      // The first senders notified may cancel others.
      guard let sender = slot.senders[index] else {
        figures.wasted &+= isAlone ? 1 : 0
        continue
      }
      slot.senders[index] = nil
      sender.with {
        run.enter($0.client)
        if isAlone {
          $0.resourceAnswered(nil, &run)
        } else {
          $0.resourceRefused(Channel.collision, &run)
        }
      }
    }
    run.retire(slot)
    ending = nil
  }

  @discardableResult
  override func abandon(_ stage: OperationStage, _ run: inout Run) -> Bool {
    figures.abandoned &+= 1
    let number = stage.ticket
    guard let slot = slots[number] ?? ending else { return false }
    guard let index = slot.senders.firstIndex(of: Unretained(stage)) else { return false }
    // An attempt that has not started to transmit is never sent.
    guard run.now < Instant(channel.slot * number) else {
      slot.senders[index] = nil
      return false
    }
    slot.senders.remove(at: index)
    return true
  }

  override func takeFigures(_ now: Instant) -> ResourceFigures {
    settle(now)
    defer { figures = ResourceFigures() }
    return figures
  }

  private func settle(_ now: Instant) {
    for (number, slot) in slots where !slot.senders.isEmpty {
      let begins = max(Instant(channel.slot * number), settled)
      if now > begins { figures.busy += Int128(now.nanoseconds(since: begins).count) }
    }
    settled = now
  }

  override func restart(_ era: RunningDisruptions.Era) {
    figures = ResourceFigures()
    settled = .start
    slots.removeAll(keepingCapacity: true)
  }
}

/// A slot of a channel with senders.
final class ChannelSlot: Stage {
  private unowned let channel: RunningChannel
  /// Its number, counted from the start of time.
  let number: Int64
  /// The senders; `nil` for an abandoned attempt.
  var senders: [Unretained<OperationStage>?] = []

  init(_ channel: RunningChannel, _ number: Int64) {
    self.channel = channel
    self.number = number
    super.init()
    client = .nobody
  }

  override func fire(_ run: inout Run) {
    channel.end(self, &run)
  }

  override var title: String { channel.resource.name }

  override func activity(from zero: Instant) -> String { "transmitting" }
}
