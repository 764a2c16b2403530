/// Pipelines of two parts to eight; longer ones nest pairs of `Layered`.
extension Pipeline {
  /// Creates a pipeline of two parts, the outermost first.
  @inlinable
  public init<A: PipelinePart, B: PipelineLayer>(_ a: A, _ b: B) where Parts == Layered<A, B> {
    parts = Layered(a, around: b)
  }

  /// Creates a pipeline of three parts, the outermost first.
  @inlinable
  public init<A: PipelinePart, B: PipelineLayer, C: PipelineLayer>(_ a: A, _ b: B, _ c: C)
  where Parts == Layered<A, Layered<B, C>> {
    parts = Layered(a, around: Layered(b, around: c))
  }

  /// Creates a pipeline of four parts, the outermost first.
  @inlinable
  public init<A: PipelinePart, B: PipelineLayer, C: PipelineLayer, D: PipelineLayer>(
    _ a: A, _ b: B, _ c: C, _ d: D
  ) where Parts == Layered<A, Layered<B, Layered<C, D>>> {
    parts = Layered(a, around: Layered(b, around: Layered(c, around: d)))
  }

  /// Creates a pipeline of five parts, the outermost first.
  @inlinable
  public init<
    A: PipelinePart, B: PipelineLayer, C: PipelineLayer, D: PipelineLayer, E: PipelineLayer
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E)
  where Parts == Layered<A, Layered<B, Layered<C, Layered<D, E>>>> {
    parts = Layered(a, around: Layered(b, around: Layered(c, around: Layered(d, around: e))))
  }

  /// Creates a pipeline of six parts, the outermost first.
  @inlinable
  public init<
    A: PipelinePart, B: PipelineLayer, C: PipelineLayer, D: PipelineLayer, E: PipelineLayer,
    F: PipelineLayer
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F)
  where Parts == Layered<A, Layered<B, Layered<C, Layered<D, Layered<E, F>>>>> {
    parts = Layered(
      a, around: Layered(b, around: Layered(c, around: Layered(d, around: Layered(e, around: f)))))
  }

  /// Creates a pipeline of seven parts, the outermost first.
  @inlinable
  public init<
    A: PipelinePart, B: PipelineLayer, C: PipelineLayer, D: PipelineLayer, E: PipelineLayer,
    F: PipelineLayer, G: PipelineLayer
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G)
  where Parts == Layered<A, Layered<B, Layered<C, Layered<D, Layered<E, Layered<F, G>>>>>> {
    parts = Layered(
      a,
      around: Layered(
        b, around: Layered(c, around: Layered(d, around: Layered(e, around: Layered(f, around: g))))
      ))
  }

  /// Creates a pipeline of eight parts, the outermost first.
  @inlinable
  public init<
    A: PipelinePart, B: PipelineLayer, C: PipelineLayer, D: PipelineLayer, E: PipelineLayer,
    F: PipelineLayer, G: PipelineLayer, H: PipelineLayer
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H)
  where
    Parts == Layered<A, Layered<B, Layered<C, Layered<D, Layered<E, Layered<F, Layered<G, H>>>>>>>
  {
    parts = Layered(
      a,
      around: Layered(
        b,
        around: Layered(
          c,
          around: Layered(d, around: Layered(e, around: Layered(f, around: Layered(g, around: h)))))
      ))
  }
}
