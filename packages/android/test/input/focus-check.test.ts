import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sh } from '@handeye/adb/shell/quote';
import { ScreenChanged } from '@handeye/core/device/errors';
import { ifFocused, mustHaveBeenFocused } from '../../src/input/focus-check.ts';

const AT = { x: 540, y: 1200 };
const tap = sh`input tap 540 1200`;
const resultOf = (stdout: string, code: number) => ({ stdout: Buffer.from(stdout), stderr: '', code });

test('the line that touches reads the focus first, where the release tells it', () => {
  const { text } = ifFocused({ hash: '3fa9c1', app: 'com.shop', sdk: 34 }, tap);
  assert.match(text, /^f=\$\(dumpsys window 'displays'\); case "\$f" in /);
  assert.ok(
    text.includes("*'mCurrentFocus=Window{3fa9c1 '*|*'mCurrentFocus=Window{com.shop:3fa9c1 '*) input tap"),
  );
  assert.match(ifFocused({ hash: '3fa9c1', app: undefined, sdk: 22 }, tap).text, /dumpsys window 'windows'/);
});

test('the name of an application is data in it', () => {
  const { text } = ifFocused({ hash: 'a', app: "x'; reboot; '*", sdk: 34 }, tap);
  assert.ok(text.includes(String.raw`'mCurrentFocus=Window{x'\''; reboot; '\''*:a '`), text);
});

test('another focus is told, and nothing was done', () => {
  const focus =
    '  mCurrentFocus=Window{77 u0 com.evil/com.evil.Cover}\n  mFocusedApp=ActivityRecord{1 u0 com.evil/.Cover t3}\n';
  assert.throws(
    () => {
      mustHaveBeenFocused(resultOf(focus, 99), AT);
    },
    (error) =>
      error instanceof ScreenChanged &&
      error.message ===
        'The screen changed since you looked: now something else (com.evil) is at (540, 1200)',
  );
  mustHaveBeenFocused(resultOf('', 0), AT);
});
