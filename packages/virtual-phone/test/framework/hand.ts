import assert from 'node:assert/strict';
import { apps as phoneApps } from '../../src/apps/registry.ts';
import { FREE_BYTES, SYSTEM_BYTES, TOTAL_BYTES } from '../../src/files/partitions.ts';
import { systemSurfaces } from '../../src/framework/system-ui/system-surfaces.ts';
import { Painter } from '../../src/framework/render/picture.ts';
import { drivenClock } from '../../src/framework/system/clock.ts';
import { centerOf } from '../../src/framework/views/geometry.ts';
import { createFramework, type FrameworkOptions } from '../../src/framework/system/framework.ts';
import type { AccessibilityNode } from '../../src/framework/windows/accessibility.ts';

/** A user's hand for tests: finds elements on the screen, touches them, and lets time pass. */
export function phoneInHand(options: Partial<Omit<FrameworkOptions, 'clock'>> & { open?: string } = {}) {
  const { open, apps = phoneApps, ...rest } = options;
  const clock = drivenClock();
  const painter = new Painter();
  const phone = createFramework({
    paint: (scene) => painter.paint(scene),
    systemUi: systemSurfaces,
    storage: {
      total: TOTAL_BYTES,
      system: SYSTEM_BYTES,
      factoryFree: FREE_BYTES,
      free: () => FREE_BYTES,
    },
    ...rest,
    apps,
    clock,
  });
  if (open !== undefined) phone.start({ component: open });
  clock.advance(1000);

  /** Every readable node, topmost window first. */
  const nodes = (): AccessibilityNode[] => phone.windows().flatMap((window) => flatten(window.root()));

  function find(what: string): AccessibilityNode | undefined {
    return nodes().find(
      (node) => node.resourceId.endsWith(`/${what}`) || node.text === what || node.description === what,
    );
  }

  function get(what: string): AccessibilityNode {
    const node = find(what);
    assert.ok(
      node,
      `"${what}" is not on the screen: ${nodes()
        .map((one) => one.text)
        .join('|')}`,
    );
    return node;
  }

  function press(at: Point, ms: number): void {
    phone.pointer({ action: 'down', id: 0, ...at });
    clock.advance(ms);
    phone.pointer({ action: 'up', id: 0, ...at });
  }

  /** Taps the middle of an element and waits until the phone is idle. */
  function tap(what: string): void {
    press(centerOf(get(what).bounds), 50);
    clock.advance(1000);
  }

  function hold(what: string, ms: number): void {
    press(centerOf(get(what).bounds), ms);
  }

  /** Moves a finger like `input swipe`: a move every 10 ms, the last one at the end. */
  function swipe(from: Point, to: Point, ms: number): void {
    phone.pointer({ action: 'down', id: 0, ...from });
    for (let time = 10; time <= ms; time += 10) {
      clock.advance(10);
      const part = time / ms;
      const x = from.x + (to.x - from.x) * part;
      const y = from.y + (to.y - from.y) * part;
      phone.pointer({ action: 'move', id: 0, x, y });
    }
    phone.pointer({ action: 'up', id: 0, ...to });
    clock.advance(5000);
  }

  /** Swipes up until something is completely on the screen. */
  function scrollTo(what: string): void {
    const { width, height } = phone.display.size;
    for (let tries = 0; tries < 40; tries++) {
      const node = find(what);
      if (node !== undefined && node.bounds.bottom < phone.display.safeArea.bottom) return;
      swipe({ x: width / 2, y: height * 0.7 }, { x: width / 2, y: height * 0.45 }, 400);
    }
    assert.fail(`"${what}" is nowhere in the list`);
  }

  /** The colour of one pixel of the screen, as #rrggbb. */
  function pixel(x: number, y: number): string {
    const { rgba, width } = phone.screenshot();
    const at = (Math.round(y) * width + Math.round(x)) * 4;
    return `#${Buffer.from(rgba.subarray(at, at + 3)).toString('hex')}`;
  }

  return { phone, clock, nodes, find, get, press, tap, hold, swipe, scrollTo, pixel };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function flatten(node: AccessibilityNode | null): AccessibilityNode[] {
  return node === null ? [] : [node, ...node.children.flatMap(flatten)];
}
