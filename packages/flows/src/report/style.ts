/** The looks of the report page; light and dark follow the system. */
export const REPORT_STYLE = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1a1d23, #e6e8ec);
  --soft: light-dark(#545b67, #a3abb8);
  --line: light-dark(#dadee4, #31363f);
  --surface: light-dark(#ffffff, #1a1d23);
  --good: light-dark(#176735, #72d191);
  --warn: light-dark(#7d4a00, #f1b75f);
  --bad: light-dark(#ad221a, #ff9f96);
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; background: light-dark(#f3f4f6, #121418); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif; }
h1 { font-size: 1rem; margin: 0; color: var(--soft); font-weight: 600; }
h2, h3 { font-size: 1rem; margin: 1rem 0 0.25rem; }
.summary { font-size: 1.5rem; margin: 0.25rem 0; }
.soft { color: var(--soft); font-size: 0.875rem; }
.bad { color: var(--bad); overflow-wrap: anywhere; }
.flow { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 0.5rem 1rem; margin: 0.75rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
.steps { list-style: none; padding: 0; margin: 0.5rem 0; }
.steps > li { padding: 0.15rem 0; border-top: 1px solid var(--line); }
.seen { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; padding: 0.5rem 0; }
.divergence { border-left: 4px solid var(--bad); padding-left: 1rem; margin: 1rem 0; }
dt { color: var(--soft); font-size: 0.875rem; }
dd { margin: 0 0 0.5rem; overflow-wrap: anywhere; }
figure { margin: 0; min-width: 18rem; flex: 1; }
figcaption { color: var(--soft); font-size: 0.875rem; }
pre, code { font: 0.8125rem/1.45 ui-monospace, 'SFMono-Regular', 'DejaVu Sans Mono', Menlo, Consolas, monospace;
  unicode-bidi: isolate; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; border: 1px solid var(--line); border-radius: 6px; padding: 0.5rem; margin: 0.25rem 0; max-height: 30rem; overflow: auto; }
img, video { max-width: 15rem; max-height: 28rem; border: 1px solid var(--line); border-radius: 6px; }
.badge { display: inline-block; min-width: 4.5rem; text-align: center; border: 1px solid currentColor; border-radius: 999px;
  padding: 0 0.5rem; font-size: 0.8125rem; color: var(--soft); }
.badge.passed { color: var(--good); }
.badge.flaky, .badge.healed, .badge.warned { color: var(--warn); }
.badge.failed, .badge.infrastructure, .badge.cancelled { color: var(--bad); }
`;
