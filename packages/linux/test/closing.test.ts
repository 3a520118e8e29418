import assert from 'node:assert/strict';
import test from 'node:test';
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { closeAll } from '../src/apps/closing.ts';
import type { ManagedWindow } from '../src/display.ts';

const bounds = { left: 0, top: 0, right: 100, bottom: 100 };

function windowOf(id: number, title: string): ManagedWindow {
  const known = { pid: 1, className: 'Gimp-2.10', desktopId: undefined, bounds, clientBounds: bounds };
  return { id, title, ...known, minimized: false, active: false, kind: 'normal' };
}

/** Closes what an application shows; `react` says what it shows after one of its windows was asked to close. */
async function closing(
  before: readonly ManagedWindow[],
  react: (asked: ManagedWindow, windows: readonly ManagedWindow[]) => readonly ManagedWindow[],
): Promise<readonly string[]> {
  let windows = before;
  const asked: string[] = [];
  const application = {
    name: 'GIMP',
    windowsNow: () => Promise.resolve(windows),
    askToClose: (window: ManagedWindow) => {
      asked.push(window.title);
      windows = react(window, windows);
      return Promise.resolve();
    },
  };
  await withinLimit({ clock: realClock, limit: 3000 }, (call) => closeAll(application, before, call));
  return asked;
}

const others = (windows: readonly ManagedWindow[], { id }: ManagedWindow) =>
  windows.filter((one) => one.id !== id);

test('GIMP with two images is closed: the window that stays without an image is asked again', async () => {
  const asked = await closing([windowOf(2, 'two.png'), windowOf(1, 'one.png')], (window, windows) => {
    const left = others(windows, window);
    if (left.length > 0 || window.title === 'GIMP') return left;
    return [windowOf(window.id, 'GIMP')];
  });
  assert.deepEqual(asked, ['two.png', 'one.png', 'GIMP']);
});

test('a question is reported, even without a title, and its window is not asked again', async () => {
  const question = windowOf(7, '');
  const asked: string[] = [];
  const result = closing([windowOf(1, 'one.png')], (window) => {
    asked.push(window.title);
    return [question, windowOf(1, '*one.png')];
  });
  await assert.rejects(
    result,
    /GIMP asks something before it closes, in a window without a title\. It is still open, and nothing is lost/,
  );
  assert.deepEqual(asked, ['one.png']);
});

test('a window that stays is named, and is not asked without end', async () => {
  let count = 0;
  const result = closing([windowOf(1, 'page 0')], () => [windowOf(1, `page ${(count += 1)}`)]);
  await assert.rejects(result, /GIMP was asked to close, but the window 'page 4' is still there/);
  assert.equal(count, 4);
});
