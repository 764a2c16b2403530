extension Picture {
  /// The most notes of one row or series that are told.
  private static let mostNotes = 12

  /// What it shows, in sentences for who does not see it.
  package var words: [String] {
    bands.flatMap { band -> [String] in
      switch band {
      case .row(let row): [row.words(Self.mostNotes)].filter { !$0.isEmpty }
      case .plot(let plot): plot.words(Self.mostNotes)
      }
    }
  }

  /// Joins notes, of which only the first are told if they are many.
  fileprivate static func joined(_ notes: [String], _ most: Int) -> String {
    let told = notes.filter { !$0.isEmpty }
    return told.prefix(most).joined(separator: "; ")
      + (told.count > most ? "; and \(told.count - most) more" : "")
  }
}

extension Picture.Row {
  fileprivate func words(_ most: Int) -> String {
    let notes = Picture.joined(marks.sorted { $0.from < $1.from }.map(\.note), most)
    // A note of a bar starts with the name of its row.
    guard shape == .spans, !name.isEmpty else { return remark ?? notes }
    return "\(name): \(remark ?? notes)"
  }
}

extension Plot {
  /// The name, the highest and the lowest bar of each kind or the first points, and the named values.
  fileprivate func words(_ most: Int) -> [String] {
    let told = series.compactMap { series -> String? in
      switch series.shape {
      case .bars:
        guard let high = series.points.max(by: { $0.size < $1.size }) else { return nil }
        return "most \(high.note)"
      case .points: return Picture.joined(series.points.map(\.note), most)
      case .curve: return nil
      }
    }
    let named = Picture.joined(pointers.sorted { $0.place < $1.place }.map(\.note), most)
    return [
      ([name + (captions.first.map { ", \($0)" } ?? "")] + told + [named])
        .filter { !$0.isEmpty }.joined(separator: "; ")
    ]
  }
}

extension Plot.Point {
  /// How much of its axis a bar fills.
  fileprivate var size: Double { value - low }
}
