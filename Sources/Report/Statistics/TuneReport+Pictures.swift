import Measurement
package import Pictures
import Tuning

extension TuneReport {
  /// Each figure over each parameter, as points with their intervals.
  package var pictures: [Picture] {
    guard words.worlds.isEmpty else { return [] }
    return tuned.lines.filter { $0.points.count > 2 }.compactMap { line in
      let labels = line.points.map { words.value(line.axis, $0.point[line.axis]) }
      let name = words.parameters[line.axis]
      let calls = line.points.compactMap { $0.worlds[0].calls }
      let place = line.points.firstIndex { $0.point == tuned.best.point }
      let plots = figures.compactMap { index -> Plot? in
        let figure = goals.figures[index]
        guard let values = FigureAxis(figure, figure.name ?? "", of: calls) else { return nil }
        let pointers = place.map {
          [Plot.Pointer(Double($0), "best", note: "best at \(name) \(labels[$0])")]
        }
        return Plot(
          values.title(by: name), axis: values.axis,
          [
            values.series(
              at: calls.indices.map(Double.init), notes: labels.map { "\(name) \($0)" })
          ], pointers: pointers ?? [], height: 6)
      }
      guard !plots.isEmpty else { return nil }
      return Picture(
        title: "\(figures.map { goals.figures[$0].name ?? "" }.joined(separator: ", ")) by \(name)",
        axis: Axis(names: labels), bands: plots.map(Picture.Band.plot))
    }
  }
}
