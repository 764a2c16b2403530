import Documents
import PolicyFiles
import Testing

/// A file, what it must become, and what must be said about it.
struct ReadingCase: Sendable, CustomStringConvertible {
  let name: String
  let text: String
  let calls: [String]
  let remarks: [String]

  /// Creates a case.
  init(_ name: String, _ text: String, _ calls: [String], _ remarks: [String] = []) {
    (self.name, self.text, self.calls, self.remarks) = (name, text, calls, remarks)
  }

  var description: String { "\(name): \(text.prefix(60))" }
}

@Suite("A configuration or code with retries")
struct ReadingTests {
  @Test("becomes calls of presets, with remarks at their places", arguments: all)
  func reads(_ one: ReadingCase) throws {
    let file = try PolicyFile(one.text, named: one.name)
    #expect(file.policies.map { "\($0.about): \($0.text)" } == one.calls)
    #expect(file.remarks.map(\.description) == one.remarks)
  }

  static let all =
    grpc + envoy + routes + istio + gateway + resilience + aws + collector + corners
    + CodeReadingTests.all

  static let grpc = [
    ReadingCase(
      "service-config.json",
      """
      {
        "loadBalancingConfig": [{"round_robin": {}}],
        "methodConfig": [{
          "name": [{"service": "shop.Orders", "method": "Get"}, {"service": "shop.Users"}],
          "waitForReady": true,
          "timeout": "1.5s",
          "retryPolicy": {
            "maxAttempts": 5, "initialBackoff": "0.1s", "maxBackoff": "1s",
            "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE", 8, "aborted"]
          }
        }],
        "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}
      }
      """,
      [
        "shop.Orders/Get, shop.Users: preset(\"grpc\", maxAttempts: 5, initialBackoff: 100ms, maxBackoff: 1s, backoffMultiplier: 2.0, retryableStatusCodes: \"UNAVAILABLE,RESOURCE_EXHAUSTED,ABORTED\", timeout: 1.5s, maxTokens: 10.0, tokenRatio: 0.1)"
      ],
      [
        "line 5, column 5: 'waitForReady' is not read: it says nothing of retries",
        "line 2, column 3: 'loadBalancingConfig' is not read: it says nothing of retries",
      ]),
    ReadingCase(
      "sub/dir/grpc.json",
      #"{"methodConfig":[{"name":[{}],"hedgingPolicy":{"maxAttempts":2}},{"name":[{"service":""}],"retryPolicy":{"maxAttempts":2,"initialBackoff":"0.000001s","maxBackoff":"3s","backoffMultiplier":1.5,"jitter":1}}]}"#,
      [
        "every service: preset(\"grpc\", maxAttempts: 2, initialBackoff: 1us, maxBackoff: 3s, backoffMultiplier: 1.5, maxTokens: 0)"
      ],
      [
        "line 1, column 31: 'hedgingPolicy' is not read: hedging is '.hedge(after:)' here, around an operation",
        "line 1, column 193: 'jitter' of retryPolicy is not understood",
      ]),
  ]

  static let envoy = [
    ReadingCase(
      "envoy.yaml",
      """
      static_resources:
        listeners:
        - name: ingress
          filter_chains:
          - filters:
            - name: http
              typed_config:
                route_config:
                  virtual_hosts:
                  - name: shop
                    retry_policy: { retry_on: gateway-error }
                    routes:
                    - match: { prefix: /orders }
                      route:
                        cluster: orders
                        timeout: 3s
                        retry_policy:
                          retry_on: 5xx,reset, retriable-status-codes
                          retriable_status_codes: [429, 409]
                          num_retries: 3
                          per_try_timeout: 0.25s
                          retry_host_predicate:
                          - name: envoy.retry_host_predicates.previous_hosts
                          retry_back_off:
                            base_interval: 0.025s
                            max_interval: 1s
        clusters:
        - name: orders
          circuit_breakers:
            thresholds:
            - max_requests: 100
              retry_budget:
                budget_percent: { value: 25 }
                min_retry_concurrency: 5
      """,
      [
        "shop: preset(\"envoy\", retry_on: \"gateway-error\")",
        "route /orders: preset(\"envoy\", num_retries: 3, retry_on: \"5xx,reset,429,409\", per_try_timeout: 250ms, timeout: 3s, base_interval: 25ms, max_interval: 1s, budget_percent: 25.0%, min_retry_concurrency: 5)",
      ],
      [
        "line 22, column 21: 'retry_host_predicate' is not read: all attempts go to one place here",
        "line 31, column 9: 'max_requests' is not read: write '.perAttempt(bulkhead(1024))' behind the policy",
      ]),
    ReadingCase(
      "routes.json",
      """
      {"retryPolicy": {"retryOn": "5xx", "numRetries": 2, "perTryTimeout": "0s",
        "retryBackOff": {"baseInterval": "0.010s"}, "retriableHeaders": []},
       "timeout": "0s", "circuitBreakers": {"thresholds": [{"maxRetries": 7}]}}
      """,
      [
        "the configuration: preset(\"envoy\", num_retries: 2, retry_on: \"5xx\", timeout: 0s, base_interval: 10ms, min_retry_concurrency: 7)"
      ],
      ["line 2, column 47: 'retriableHeaders' of retry_policy is not understood"]),
  ]

  static let istio = [
    ReadingCase(
      "istio.yaml",
      """
      ---
      # A comment, and another resource first.
      apiVersion: v1
      kind: Service
      metadata: { name: ratings }
      ---
      apiVersion: networking.istio.io/v1beta1
      kind: VirtualService
      metadata:
        name: ratings
      spec:
        hosts: [ratings]
        http:
        - name: v1
          route: [{ destination: { host: ratings, subset: v1 } }]
          timeout: 10s
          retries:
            attempts: 3
            perTryTimeout: 2s
            retryOn: gateway-error,connect-failure,refused-stream
            retryRemoteLocalities: true
        - route: [{ destination: { host: ratings } }]
          timeout: 0s
          retries: { attempts: 0, backoff: 100ms, retryOn: "", perTryTimeout: 0s }
        - route: [{ destination: { host: plain } }]
      """,
      [
        "v1: preset(\"istio\", attempts: 3, perTryTimeout: 2s, retryOn: \"gateway-error,connect-failure,refused-stream\", timeout: 10s)",
        "ratings: preset(\"istio\", attempts: 0, backoff: 100ms)",
      ],
      [
        "line 3, column 1: this is no VirtualService, and is not read",
        "line 21, column 7: 'retryRemoteLocalities' is not read: all attempts go to one place here",
      ]),
    ReadingCase(
      "list.yml",
      """
      apiVersion: v1
      kind: List
      items:
      - apiVersion: networking.istio.io/v1
        kind: VirtualService
        spec: { http: [{ retries: { attempts: 1, retryOn: "503,reset" } }] }
      """, ["VirtualService: preset(\"istio\", attempts: 1, retryOn: \"503,reset\")"]),
  ]

  static let gateway = [
    ReadingCase(
      "route.yaml",
      """
      apiVersion: gateway.networking.k8s.io/v1
      kind: HTTPRoute
      metadata: { name: shop }
      spec:
        rules:
        - timeouts: { request: 10s, backendRequest: 2s }
          retry:
            attempts: 3
            backoff: 500ms
            codes: [502, 503]
        - retry: { attempts: 1 }
          timeouts: { request: 0s }
      """,
      [
        "shop: preset(\"envoy\", num_retries: 3, retry_on: \"502,503\", base_interval: 500ms, per_try_timeout: 2s, timeout: 10s)",
        "shop: preset(\"envoy\", num_retries: 1, timeout: 0s)",
      ],
      [
        "line 8, column 7: a gateway chooses how long it waits beyond 'backoff': read as Envoy does",
        "line 11, column 12: a gateway chooses how long it waits beyond 'backoff': read as Envoy does",
      ])
  ]

  static let resilience = [
    ReadingCase(
      "application.yml",
      """
      server: { port: 8080 }
      resilience4j:
        retry:
          configs:
            default:
              maxAttempts: 3
              waitDuration: 500ms
              retryExceptions: [java.io.IOException]
            slow:
              baseConfig: default
              wait-duration: PT2S
          instances:
            orders:
              baseConfig: slow
              enableExponentialBackoff: true
              exponentialBackoffMultiplier: 2
              exponentialMaxWaitDuration: 10000
            users:
              max-attempts: 5
              failAfterMaxAttempts: true
      """,
      [
        "orders: preset(\"resilience4j\", maxAttempts: 3, waitDuration: 2s, enableExponentialBackoff: true, exponentialBackoffMultiplier: 2.0, exponentialMaxWaitDuration: 10s)",
        "users: preset(\"resilience4j\", waitDuration: 500ms, maxAttempts: 5)",
      ],
      [
        "line 6, column 9: 'retryExceptions' names classes, which no kind here stands for: add 'on:'",
        "line 20, column 9: 'failAfterMaxAttempts' of users is not understood",
      ]),
    ReadingCase(
      "application.properties",
      """
      # A service.
      spring.application.name=shop
      resilience4j.retry.instances.orders.max-attempts=4
      resilience4j.retry.instances.orders.waitDuration=250
      resilience4j.retry.instances.orders.enable-randomized-wait=true
      resilience4j.retry.instances.orders.randomizedWaitFactor=0.3
      """,
      [
        "orders: preset(\"resilience4j\", maxAttempts: 4, waitDuration: 250ms, enableRandomizedWait: true, randomizedWaitFactor: 0.3)"
      ]),
    ReadingCase(
      "breaker.yaml",
      """
      resilience4j:
        retry: { instances: { orders: { maxAttempts: 3 } } }
        circuitbreaker:
          configs:
            default: { failureRateThreshold: 30, slidingWindowSize: 7 }
            slow: { baseConfig: default, waitDurationInOpenState: 5s, slidingWindowSize: 9 }
          instances: { orders: { baseConfig: slow, minimumNumberOfCalls: 4 } }
      """,
      [
        "orders: preset(\"resilience4j\", maxAttempts: 3).perAttempt(breaker(failures: 30%, slow: 100%, slowAfter: 1m, of: 9, min: 4, open: 5s, factor: 1.0, probes: 10))"
      ],
      [
        "line 2, column 25: the refusals of the circuit breaker are retried there: 'on:' retries them here"
      ]),
    ReadingCase(
      "two.yaml",
      "spring: { profiles: a }\n---\nresilience4j.retry: { configs: { b: { maxAttempts: 2 } } }",
      ["b: preset(\"resilience4j\", maxAttempts: 2)"],
      ["line 1, column 1: only one document is read, and it is not this one"]),
  ]

  static let aws = [
    ReadingCase(
      "config",
      "[default]\r\nregion = eu-west-1\r\nretry_mode = standard\r\nmax_attempts = 5 # five\r\n\r\n[profile bulk]\r\nretry_mode=adaptive\r\n[profile old]\r\nretry_mode = legacy\r\n; max_attempts = 9\r\n",
      [
        "default: preset(\"aws-standard-2.1\", max_attempts: 5)",
        "profile bulk: preset(\"aws-adaptive\")",
      ], ["line 9, column 14: the mode 'legacy' is not known here"]),
    ReadingCase(
      "/home/me/.aws/config", "[profile a]\nmax_attempts=2\ns3 =\n  max_attempts = 7\n",
      ["profile a: preset(\"aws-standard-2.1\", max_attempts: 2)"],
      [
        "line 1, column 1: without 'retry_mode', boto3 and version 1 of the CLI have the mode 'legacy': read as 'standard'"
      ]),
  ]

  static let collector = [
    ReadingCase(
      "otel.yaml",
      """
      receivers: { otlp: {} }
      exporters:
        debug:
        otlp/2:
          endpoint: host:4317
          retry_on_failure:
            enabled: true
            initial_interval: 5s
            max_interval: 30s
            max_elapsed_time: 5m
            randomization_factor: 0.5
            multiplier: 1.5
            max_tries: 4
        otlphttp:
          retry_on_failure: { enabled: false }
        kafka:
          retry_on_failure:
      """,
      [
        "exporter otlp/2: preset(\"opentelemetry-collector\", enabled: true, initial_interval: 5s, randomization_factor: 0.5, multiplier: 1.5, max_interval: 30s, max_elapsed_time: 5m)",
        "exporter otlphttp: preset(\"opentelemetry-collector\", enabled: false)",
        "exporter kafka: preset(\"opentelemetry-collector\")",
      ], ["line 13, column 7: 'max_tries' of retry_on_failure is not understood"])
  ]
}
