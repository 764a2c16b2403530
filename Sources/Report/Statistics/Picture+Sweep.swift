import Measurement
package import Pictures
import TextLayout

extension SweepReport {
  /// The main figures over one parameter as points, over two as maps.
  package var pictures: [Picture] {
    switch names.count {
    case 1 where rows.count > 2: [points].compactMap(\.self)
    case 2 where rows.count == planned: maps
    default: []
    }
  }

  /// The figures that are drawn, and their names.
  ///
  /// The goodput of loads tells more than their success, unless it is nearly the same in all rows.
  private var figures: [(name: String, figure: Figure)] {
    let isOfLoads = rows.first?.calls.sample != nil
    let goodputs = isOfLoads ? rows.compactMap { Figure.goodput.number(of: $0.calls)?.size } : []
    let (least, most) = (goodputs.min() ?? 0, goodputs.max() ?? 0)
    let main: (String, Figure) =
      most - least > 0.02 * most ? ("goodput", .goodput) : ("success", .success)
    return [main, ("p99", .p99)]
  }

  private var points: Picture? {
    let labels = rows.map { $0.values[0] }
    let knee = rows.map(\.calls).knee
    let notes = labels.map { "\(names[0]) \($0)" }
    let plots = figures.compactMap { name, figure -> Plot? in
      guard let values = FigureAxis(figure, name, of: rows.map(\.calls)) else { return nil }
      let pointers = knee.map {
        [Plot.Pointer(Double($0), "knee", note: "knee at \(names[0]) \(labels[$0])")]
      }
      return Plot(
        values.title(by: names[0]), axis: values.axis,
        [values.series(at: rows.indices.map(Double.init), notes: notes)], pointers: pointers ?? [],
        height: 6)
    }
    guard !plots.isEmpty else { return nil }
    return Picture(
      title: figures.map(\.name).joined(separator: ", "), axis: Axis(names: labels),
      bands: plots.map(Picture.Band.plot))
  }

  private var maps: [Picture] {
    let down = rows.map { $0.values[0] }.withoutRepetition
    guard !down.isEmpty, rows.count.isMultiple(of: down.count) else { return [] }
    let count = rows.count / down.count
    let across = rows.prefix(count).map { $0.values[1] }
    return figures.compactMap { name, figure in
      guard let values = FigureAxis(figure, name, of: rows.map(\.calls)) else { return nil }
      let known = values.values.compactMap(\.self)
      let ends = [known.min() ?? 0, known.max() ?? 0]
      let places = ends.map(values.axis.place)
      let drawn = down.indices.map { row in
        Picture.Row(
          down[row],
          (0..<count).compactMap { column in
            let index = row * count + column
            return values.values[index].map { value in
              Picture.Mark(
                Double(column) - 0.5, Double(column) + 0.5, .cell,
                captions: [figure.text(value)],
                note:
                  "\(names[0]) \(down[row]), \(names[1]) \(across[column]): \(values.note(index))",
                level: (values.axis.place(of: value) - places[0])
                  / max(places[1] - places[0], 1e-9))
            }
          })
      }
      let scale = values.axis.scale.word.map { ", \($0)" } ?? ""
      return Picture(
        title:
          "\(name) by \(names[0]) down, \(names[1]) across: light \(figure.text(ends[0])), dark \(figure.text(ends[1]))\(scale)",
        axis: Axis(names: across), rows: drawn)
    }
  }
}

extension [String] {
  /// The texts without consecutive duplicates.
  fileprivate var withoutRepetition: [String] {
    reduce(into: []) { kept, text in
      if kept.last != text { kept.append(text) }
    }
  }
}
