import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sh } from '../src/shell/quote.ts';
import { DeviceSpeed } from '../src/device-speed.ts';

test("a phone's slowness is the smoothed time of its commands, bounded so that a hang is still noticed", () => {
  const speed = new DeviceSpeed();
  assert.equal(speed.slowness, 1);
  speed.note([sh`dumpsys window displays`, sh`dumpsys power`], 160);
  assert.equal(speed.slowness, 1);
  speed.note([sh`input tap ${[1, 2]}`], 1000);
  assert.equal(speed.slowness, 2);
  speed.note([sh`input keyevent ${'4'}`], 1500);
  assert.ok(speed.slowness > 2 && speed.slowness < 2.5);
  for (let times = 0; times < 20; times++) speed.note([sh`input tap ${[1, 2]}`], 60_000);
  assert.equal(speed.slowness, 4);
  for (let times = 0; times < 40; times++) speed.note([sh`input tap ${[1, 2]}`], 100);
  assert.equal(speed.slowness, 1);
});

test("commands that take their own time say nothing about a phone's speed", () => {
  const speed = new DeviceSpeed();
  speed.note([sh`input swipe 1 2 3 4 5000`], 6000);
  speed.note([sh`dumpsys power`, sh`logcat -d`], 9000);
  speed.note([], 100);
  assert.equal(speed.slowness, 1);
});
