/**
 * How many tokens (o200k_base) lean takes against compact, on a list like that of a contacts application.
 *
 * How fast a screen becomes text: nodes a second for compact, lean and ids on synthetic trees. Linear cost shows in the ratio
 * of the cost per node between 10,000 and 1,000 nodes: it is near 1.
 */
import { compactText } from '@handeye/screen/format/compact';
import { createIdentity } from '@handeye/screen/identity/identity';
import { leanText } from '@handeye/screen/format/lean/lean';
import { makeNode, type UiNode } from '@handeye/screen/node';
import type { View } from '@handeye/screen/snapshot';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';

const SIZES = [100, 1_000, 10_000];
const MILLISECONDS_EACH = 400;

function main(): void {
  const costs = new Map<string, number>();
  console.log('nodes\twork\tms\tnodes/s');
  for (const size of SIZES) {
    for (const [name, work] of works(viewOf(size))) {
      const milliseconds = median(work);
      costs.set(`${name} ${size}`, milliseconds);
      console.log(
        `${size}\t${name}\t${milliseconds.toFixed(3)}\t${Math.round((size / milliseconds) * 1_000)}`,
      );
    }
  }
  for (const name of ['compact', 'lean', 'identify']) {
    const [small, large] = [costs.get(`${name} 1000`) ?? NaN, costs.get(`${name} 10000`) ?? NaN];
    console.log(`${name}: cost a node at 10,000 nodes / at 1,000 nodes = ${(large / small / 10).toFixed(2)}`);
  }
  const compact = costs.get('compact 1000') ?? NaN;
  console.log(`compact of 1,000 nodes: ${compact.toFixed(2)} ms (goal: under 2 ms)`);
  console.log(tokens(viewOf(100)));
}

function tokens(view: View): string {
  const snapshot = createIdentity().identify(view);
  const [compact, lean] = [encode(compactText(snapshot)).length, encode(leanText(snapshot)).length];
  return `tokens of 100 nodes: compact ${compact}, lean ${lean} (${((lean / compact) * 100).toFixed(0)} %)`;
}

function works(view: View): [name: string, work: () => unknown][] {
  const identity = createIdentity();
  const snapshot = identity.identify(view);
  return [
    ['compact', () => compactText(snapshot)],
    ['lean', () => leanText(snapshot)],
    ['identify', () => identity.identify(view)],
  ];
}

/** The median of as many warm runs as fit into the time, in milliseconds. */
function median(work: () => unknown): number {
  const times: number[] = [];
  for (let spent = 0; spent < MILLISECONDS_EACH || times.length < 15; spent += times.at(-1) ?? 0) {
    const start = performance.now();
    work();
    times.push(performance.now() - start);
  }
  const warm = times.slice(Math.floor(times.length / 3)).sort((a, b) => a - b);
  return warm[Math.floor(warm.length / 2)] ?? NaN;
}

/** A list of rows like those of a contacts application: five nodes a row, two of them useless. */
function viewOf(size: number): View {
  const rows: UiNode[] = [];
  for (let at = 0; at < (size - 1) / 5; at++) rows.push(row(at));
  const bounds = { left: 0, top: 0, right: 1080, bottom: 2400 };
  const root = makeNode({
    className: 'androidx.recyclerview.widget.RecyclerView',
    scrollable: true,
    bounds,
    children: rows,
  });
  return {
    app: 'com.example.contacts',
    activity: '.MainActivity',
    screen: { width: 1080, height: 2400, density: 420 },
    awake: true,
    windows: [
      {
        key: 'main',
        type: 'application',
        title: 'Contacts',
        app: 'com.example.contacts',
        bounds,
        active: true,
        root,
      },
    ],
    notes: [],
  };
}

function row(at: number): UiNode {
  const bounds = { left: 0, top: at * 150, right: 1080, bottom: at * 150 + 150 };
  const part = (className: string, parts: Partial<UiNode>): UiNode =>
    makeNode({ className, bounds, ...parts });
  return part('android.widget.LinearLayout', {
    clickable: true,
    children: [
      part('android.widget.FrameLayout', {}),
      part('android.widget.TextView', {
        text: `Person number ${at}`,
        resourceId: 'com.example.contacts:id/name',
      }),
      part('android.widget.TextView', {
        text: `+44 20 7946 ${at}`,
        resourceId: 'com.example.contacts:id/phone',
      }),
      part('android.widget.ImageButton', { description: 'Call', clickable: true, focusable: true }),
    ],
  });
}

main();
