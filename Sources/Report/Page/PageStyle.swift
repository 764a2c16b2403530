import Pictures

/// The style sheet of pages: for light and dark screens, for phones, and for paper.
enum PageStyle {
  /// The digests of the style sheets, since a page allows these and no other.
  static let hash = "sha256-HGvWxdJC1JPILWWmolYwi3lgOSfPvkvmYqkZ9XIjBVA="
  static let imageHash = "sha256-sKzaU/BbCIHwivUsy+qwrEdy9AvkdKm2nownN38oPHA="

  static let sheet: StaticString = """
    :root{color-scheme:light dark;scroll-padding-top:6rem;--back:#fff;--fore:#1f2328;--faint:#57606a;--line:#d0d7de;--soft:#f6f8fa;\
    --link:#0969da;--good:#0a7d5c;--bad:#b91c1c;--wait:#8a5a00;--kind:#8250df;--number:#0550ae}
    @media (prefers-color-scheme:dark){:root{--back:#0d1117;--fore:#e6edf3;--faint:#9aa4ae;--line:#30363d;\
    --soft:#161b22;--link:#58a6ff;--good:#2fbf90;--bad:#ff8a80;--wait:#d9a441;--kind:#d2a8ff;--number:#79c0ff}}
    *{box-sizing:border-box}
    body{margin:0 auto;padding:1.5rem;max-width:72rem;overflow-wrap:anywhere;background:var(--back);color:var(--fore);\
    font:1rem/1.5 system-ui,sans-serif}
    h1{font-size:1.75rem;margin:0 0 .5rem}h2{font-size:1.35rem;margin:2.5rem 0 .75rem;border-bottom:1px solid var(--line)}
    h3{font-size:1rem;margin:0 0 .5rem;white-space:pre-wrap}
    a{color:var(--link)}a.anchor{text-decoration:none;margin-right:.5rem}
    :focus-visible{outline:3px solid var(--link);outline-offset:2px}
    .skip{position:absolute;left:-99rem}.skip:focus{left:1rem;background:var(--back);padding:.5rem}
    pre,code,table,h3{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
    pre{margin:.5rem 0;padding:.75rem;background:var(--soft);white-space:pre-wrap}
    p,li,dd,td,th,pre,code,h1,h2{unicode-bidi:isolate}
    p{max-width:46rem;margin:.5rem 0}
    dl{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin:.5rem 0}dl div{display:flex;gap:.5rem}
    dt{color:var(--faint)}dd{margin:0}
    nav{margin:1rem 0;padding:.75rem;background:var(--soft)}nav ol{margin:.25rem 0;padding-left:2rem}
    nav summary{cursor:pointer}
    .entry{margin:1rem 0;padding:.75rem 1rem;border:1px solid var(--line);border-radius:.4rem}
    .narration:not(.missed){padding:0;border:0}.of{display:none;color:var(--faint)}
    .entry:target{border-color:var(--link)}.missed{border-left:.4rem solid var(--bad)}
    .note{color:var(--faint)}.mistake{border-left:.4rem solid var(--bad)}
    .verdict{white-space:pre-wrap}.met strong{color:var(--good)}.unmet strong{color:var(--bad)}
    .table{overflow-x:auto;margin:.5rem 0}table{border-collapse:collapse;font-size:.9rem}
    th,td{padding:.2rem .75rem;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}
    thead th{color:var(--faint);font-weight:600}tbody th{font-weight:400}.right{text-align:right}.right,.short{white-space:nowrap}
    th button{all:unset;cursor:pointer}th button:focus-visible{outline:3px solid var(--link)}
    th[aria-sort=ascending] button::after{content:" ↑"}th[aria-sort=descending] button::after{content:" ↓"}
    figure{margin:.75rem 0;overflow:auto}figure svg{display:block;width:100%;min-width:44rem;height:auto}
    .column figure svg{min-width:0}figure.large svg{width:auto;max-width:none;min-width:0}
    .tools{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin:.5rem 0}
    .tools button{font:inherit;padding:.1rem .6rem;color:inherit;background:var(--soft);border:1px solid var(--line);\
    border-radius:.3rem;cursor:pointer}
    .tools input[type=search]{font:inherit;padding:.1rem .5rem;color:inherit;background:var(--back);\
    border:1px solid var(--faint);border-radius:.3rem}
    .bar{position:sticky;top:0;padding:.5rem;background:var(--back);border-bottom:1px solid var(--line);z-index:1}
    .tip{position:absolute;z-index:2;max-width:30rem;padding:.3rem .6rem;background:var(--fore);color:var(--back);\
    border-radius:.3rem;pointer-events:none}
    .pair{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:1rem}.pair h2{margin-top:1rem}
    [hidden]{display:none!important}
    .ink-success,.ink-quoted{color:var(--good)}.ink-failure,.ink-error,.ink-mistake{color:var(--bad)}
    .ink-wait{color:var(--wait)}.ink-faint{color:var(--faint)}.ink-number{color:var(--number)}
    .ink-kind{color:var(--kind)}.ink-strong,.ink-bracket{font-weight:700}
    @media screen and (max-width:50rem){body{padding:.75rem}.pair{grid-template-columns:minmax(0,1fr)}.of{display:block}}
    @page{size:A4;margin:14mm}
    @media print{body{max-width:none;padding:0;font-size:10pt}.tools,.bar,.tip,.skip{display:none}\
    figure svg,figure.large svg{min-width:0;max-width:100%;width:100%;height:auto}figure,.table{overflow:visible}\
    figure,tr{break-inside:avoid}table{font-size:7.5pt}th,td{padding:.1rem .3rem}.right,.short{white-space:normal}h2,h3{break-after:avoid}\
    .entry{border:0;padding:0}a{color:inherit;text-decoration:none}}
    """
}
