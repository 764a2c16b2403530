import MeasuredData
import RetryNumerics

/// A small file of each format.
enum Samples {
  static let accessLog = """
    10.0.0.1 - - [14/Nov/2023:22:13:20 +0100] "GET /items/1?x=2 HTTP/1.1" 200 512 "-" "curl" 0.250
    10.0.0.2 - ann [14/Nov/2023:22:13:21 +0100] "POST /pay HTTP/1.1" 503 12 "-" "a \\" b" 0.004
    10.0.0.3 - - [14/Nov/2023:22:13:22 +0100] "GET /items/1 HTTP/1.1" 499 0 "-" "curl" 2.000

    """

  static let apache = """
    10.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0" 200 2326 "-" "x" 250000
    10.0.0.1 - - [10/Oct/2000:13:55:37 -0700] "GET / HTTP/1.0" 429 26 "-" "x" ra=2 rt=1000
    """

  static let jsonLines = """
    {"time":"2023-11-14T22:13:20.5Z","status":200,"duration_ms":250,"path":"/a","request_id":"r1"}
    {"ts":1700000001.25,"http":{"status_code":503},"duration_ms":4,"path":"/b","retry_after":3}
    {"ts":1700000002,"status":0,"duration_ms":1000,"error":"dial: i/o timeout","tags":["x",{}]}
    """

  static let columns = """
    timeStamp,elapsed,label,responseCode,success
    1700000000000,250,"GET, items",200,true
    1700000001000,4,GET items,503,false
    1700000002000,9,GET items,,false
    """

  static let semicolons = """
    start;latency_us;outcome;error
    2023-11-14 22:13:20;250000;ok;
    2023-11-14 22:13:21.5;4000;no;QuotaExceeded
    """

  static let spans = """
    {"resourceSpans":[{"resource":{"attributes":[]},"scopeSpans":[{"scope":{},"spans":[
    {"traceId":"t1","spanId":"a","name":"GET","kind":3,"startTimeUnixNano":"1700000000000000000",
     "endTimeUnixNano":"1700000000250000000","status":{"code":2},"attributes":[
     {"key":"http.response.status_code","value":{"intValue":"503"}}]},
    {"traceId":"t1","spanId":"b","name":"GET","kind":"SPAN_KIND_CLIENT","status":{},
     "startTimeUnixNano":1700000001000000000,"endTimeUnixNano":1700000001004000000,"attributes":[
     {"key":"http.request.resend_count","value":{"intValue":1}}]},
    {"traceId":"t1","spanId":"c","name":"inner","kind":1,"startTimeUnixNano":"1","endTimeUnixNano":"2"},
    {"traceId":"t2","spanId":"d","name":"GET","kind":3,"startTimeUnixNano":"1"}]}]}]}
    """

  static let prometheus = """
    # HELP http_seconds Time.
    # TYPE http_seconds histogram
    http_seconds_bucket{code="200",le="0.1"} 80
    http_seconds_bucket{code="200",le="0.5"} 95
    http_seconds_bucket{code="200",le="+Inf"} 100
    http_seconds_bucket{code="500",le="0.1"} 7
    http_seconds_bucket{code="500",le="0.5"} 7
    http_seconds_bucket{code="500",le="+Inf"} 7
    http_seconds_sum 12.5
    http_seconds_count 107
    other_bucket{le="+Inf"} 3
    """

  static let percentiles = """
           Value     Percentile TotalCount 1/(1-Percentile)

           1.000 0.000000000000          2           1.00
           2.500 0.500000000000         50           2.00
          10.000 0.990000000000         99         100.00
          30.000 1.000000000000        100
    #[Mean    =        2.300, StdDeviation   =        1.100]
    #[Max     =       30.000, Total count    =          100]
    """

  /// The second interval is stored rather than compressed.
  static let histogramLog = """
    #[Histogram log format version 1.3]
    "StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"
    Tag=A,0.1,1.0,1.0,HISTFAAAACt42pNpmSzMwMDAxQABzFCaEch0M9ixgMH+A0TgPD/LR2Gm312MTACQMwfF
    1.1,1.0,0.1,HISTFAAAADh4AQEtANL/HISTEwAAAAUAAAAAAAAAAwAAAAAAAAABAAADRjC4oAA/8AAAAAAAAA0Cvw8CZxQFLw==
    1.2,1.0,0.1,HISTFAAAADh4AQ==
    """

  static let k6 = """
    {"type":"Metric","data":{"name":"http_req_duration"},"metric":"http_req_duration"}
    {"type":"Point","metric":"http_reqs","data":{"time":"2023-11-14T22:13:20Z","value":1,"tags":{}}}
    {"type":"Point","metric":"http_req_duration","data":{"time":"2023-11-14T23:13:20.25+01:00",\
    "value":250.0,"tags":{"status":"200","name":"http://x/a"}}}
    {"type":"Point","metric":"http_req_duration","data":{"time":"2023-11-14T22:13:21.004Z",\
    "value":4,"tags":{"status":"503"}}}
    {"type":"Point","metric":"http_req_duration","data":{"time":"2023-11-14T22:13:23Z",\
    "value":1000,"tags":{"status":"0","error_code":"1050"}}}
    """

  static let all: [(format: LogFormat, text: String)] = [
    (.accessLog, accessLog), (.accessLog, apache), (.jsonLines, jsonLines), (.columns, columns),
    (.columns, semicolons), (.spans, spans), (.prometheus, prometheus),
    (.percentiles, percentiles), (.histogramLog, histogramLog), (.k6, k6),
  ]

  /// Returns each request in short: when it began, in seconds since the first, how long it took, and how it ended.
  static func short(_ log: RequestLog) -> [String] {
    let first = log.requests.compactMap { $0.start }.min()
    let requests = log.requests.map { request -> String in
      var text = "-"
      if let first, let start = request.start { text = (start - first).description }
      text += " " + Self.text(request.span) + " " + Self.text(request.ending, log)
      if let attempt = request.attempt { text += " #\(attempt)" }
      if let hint = request.retryAfter { text += " wait \(hint)" }
      return text
    }
    return requests
      + log.counted.map { "\($0.count)x \(text($0.span)) \(text($0.ending, log))" }
  }

  private static func text(_ span: MeasuredSpan) -> String {
    span.isExact ? "\(span.low)" : span.isOpen ? ">\(span.low)" : "\(span.low)...\(span.high)"
  }

  private static func text(_ ending: Ending, _ log: RequestLog) -> String {
    switch ending {
    case .success: "ok"
    case .status(let code): "\(code)"
    case .timeout: "timeout"
    case .noConnection: "unreachable"
    case .named(let number): log.name(ofError: number)
    }
  }
}
