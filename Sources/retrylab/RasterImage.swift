#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An SVG image as a PNG, which the libraries librsvg and cairo draw if the machine has them.
enum RasterImage {
  /// The dots for each pixel of the image, so that it is sharp on a projector.
  private static let scale = 2.0

  /// Why there is no image.
  struct Failure: Error {
    let reason: String
  }

  private typealias Pointer = UnsafeMutableRawPointer
  private typealias Open = @convention(c) (UnsafePointer<UInt8>, Int, Pointer?) -> Pointer?
  private typealias Size =
    @convention(c) (Pointer, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>) -> Int32
  private typealias Draw =
    @convention(c) (Pointer, Pointer, UnsafePointer<Double>, Pointer?) -> Int32
  private typealias MakeSurface = @convention(c) (Int32, Int32, Int32) -> Pointer?
  private typealias MakeContext = @convention(c) (Pointer) -> Pointer?
  private typealias Scale = @convention(c) (Pointer, Double, Double) -> Void
  private typealias Take = @convention(c) (Pointer?, UnsafePointer<UInt8>?, UInt32) -> Int32
  private typealias Write = @convention(c) (Pointer, Take, Pointer?) -> Int32
  private typealias Free = @convention(c) (Pointer) -> Void

  /// Draws an image; libraries that are missing are named, with what installs them.
  static func png(of svg: String) throws(Failure) -> [UInt8] {
    let images = try library("librsvg-2", version: "2")
    let drawing = try library("libcairo", version: "2")
    let text = Array(svg.utf8)
    let open: Open = try function("rsvg_handle_new_from_data", in: images)
    guard let handle = open(text, text.count, nil) else {
      throw Failure(reason: "librsvg does not read the image")
    }
    let free: Free = try function("g_object_unref", in: images)
    defer { free(handle) }
    let size: Size = try function("rsvg_handle_get_intrinsic_size_in_pixels", in: images)
    var (width, height) = (0.0, 0.0)
    guard size(handle, &width, &height) != 0 else {
      throw Failure(reason: "librsvg finds no size of the image")
    }
    let make: MakeSurface = try function("cairo_image_surface_create", in: drawing)
    let start: MakeContext = try function("cairo_create", in: drawing)
    let columns = Int32((width * scale).rounded(.up))
    let rows = Int32((height * scale).rounded(.up))
    guard let surface = make(0, columns, rows), let context = start(surface) else {
      throw Failure(reason: "cairo has no room for the image")
    }
    let close: Free = try function("cairo_destroy", in: drawing)
    let discard: Free = try function("cairo_surface_destroy", in: drawing)
    defer {
      close(context)
      discard(surface)
    }
    let enlarge: Scale = try function("cairo_scale", in: drawing)
    enlarge(context, scale, scale)
    let draw: Draw = try function("rsvg_handle_render_document", in: images)
    guard draw(handle, context, [0, 0, width, height], nil) != 0 else {
      throw Failure(reason: "librsvg does not draw the image")
    }
    let write: Write = try function("cairo_surface_write_to_png_stream", in: drawing)
    return try bytes { write(surface, $0, $1) }
  }

  /// Collects what a function of cairo writes.
  private static func bytes(_ write: (Take, Pointer) -> Int32) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &bytes) { collected in
      write(
        { closure, data, count in
          closure?.assumingMemoryBound(to: [UInt8].self).pointee
            .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
          return 0
        }, Pointer(collected))
    }
    guard status == 0 else { throw Failure(reason: "cairo does not write the image") }
    return bytes
  }

  private static func library(_ name: String, version: String) throws(Failure) -> Pointer {
    let names = ["\(name).so.\(version)", "\(name).\(version).dylib"]
    for name in names {
      if let library = dlopen(name, RTLD_NOW) { return library }
    }
    throw Failure(
      reason:
        "a PNG needs the library librsvg: 'apt-get install librsvg2-2', or 'brew install librsvg'; an SVG needs nothing"
    )
  }

  private static func function<Function>(
    _ name: String, in library: Pointer
  ) throws(Failure) -> Function {
    guard let symbol = dlsym(library, name) else {
      throw Failure(reason: "this version of librsvg has no '\(name)'")
    }
    // The type is that of the header of the library.
    return unsafeBitCast(symbol, to: Function.self)
  }
}
