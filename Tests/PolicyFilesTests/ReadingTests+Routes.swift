extension ReadingTests {
  /// Routes whose policies, timeouts and budgets stand in different places.
  static let routes = [
    ReadingCase(
      "host.yaml",
      """
      virtual_hosts:
      - name: shop
        retry_policy: { retry_on: 5xx }
        routes:
        - match: { prefix: /slow }
          route: { cluster: a, timeout: 60s }
      - name: two
        retry_policy: { retry_on: reset }
        routes:
        - match: { prefix: /slow }
          route: { cluster: a, timeout: 60s }
        - match: { path: /fast }
          route: { cluster: a, timeout: 1s }
      """,
      [
        "shop: preset(\"envoy\", retry_on: \"5xx\", timeout: 1m)",
        "route /slow: preset(\"envoy\", retry_on: \"reset\", timeout: 1m)",
        "route /fast: preset(\"envoy\", retry_on: \"reset\", timeout: 1s)",
      ], []),
    ReadingCase(
      "clusters.yaml",
      """
      routes:
      - match: { prefix: /a }
        route: { cluster: a, retry_policy: { retry_on: 5xx } }
      - match: { prefix: /b }
        route: { cluster: b, retry_policy: { retry_on: 5xx } }
      - match: { prefix: /c }
        route: { cluster: c, retry_policy: { retry_on: 5xx } }
      - match: { prefix: /w }
        route:
          weighted_clusters: { clusters: [{ name: b, weight: 1 }] }
          retry_policy: { retry_on: 5xx }
      clusters:
      - name: a
        circuit_breakers:
          thresholds: [{ priority: HIGH, max_retries: 50 }, { max_retries: 7 }]
      - name: b
        circuit_breakers:
          thresholds:
          - retry_budget: { budget_percent: { value: 25 }, min_retry_concurrency: 5 }
      - { name: unrelated, max_retries: 1000 }
      - { name: c }
      """,
      [
        "route /a: preset(\"envoy\", retry_on: \"5xx\", min_retry_concurrency: 7)",
        "route /b: preset(\"envoy\", retry_on: \"5xx\", budget_percent: 25.0%, min_retry_concurrency: 5)",
        "route /c: preset(\"envoy\", retry_on: \"5xx\")",
        "route /w: preset(\"envoy\", retry_on: \"5xx\", budget_percent: 25.0%, min_retry_concurrency: 5)",
      ], []),
    ReadingCase(
      "clients.yaml",
      """
      http_filters:
      - name: ext_authz
        typed_config:
          grpc_service:
            envoy_grpc: { cluster_name: auth, retry_policy: { num_retries: 9 } }
      route: { retry_policy: { retry_on: 5xx, rate_limited_retry_back_off: { max_interval: 20s } } }
      """,
      [
        "the configuration: preset(\"envoy\", retry_on: \"5xx\", rate_limited_max_interval: 20s)"
      ],
      [
        "line 5, column 55: the retries of a client of 'envoy_grpc' are not those of a route"
      ]),
    ReadingCase(
      "tries.yaml",
      """
      apiVersion: networking.istio.io/v1
      kind: VirtualService
      metadata: { name: shop }
      spec:
        http:
        - retries: { perTryTimeout: 500ms }
      """,
      ["shop: preset(\"istio\", attempts: 0, perTryTimeout: 500ms)"],
      ["line 6, column 14: 'retries' without attempts makes no retries in Istio"]),
  ]
}
