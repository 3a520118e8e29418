import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phoneInHand } from '../framework/hand.ts';

const openClock = () => phoneInHand({ open: 'com.android.deskclock/.DeskClock' });

test('Clock: the time ticks on the screen', () => {
  const { clock, get } = openClock();
  assert.equal(get('digital_clock').text, '09:41:01');
  clock.advance(3000);
  assert.equal(get('digital_clock').text, '09:41:04');
});

test('Clock: a running stopwatch changes the screen and is still idle, because drawing sends no events', async () => {
  const { phone, clock, get, tap } = openClock();
  tap('Stopwatch');
  assert.equal(get('stopwatch_time_text').text, '00:00.00');
  tap('Start');
  const shown = get('stopwatch_time_text').text;
  const idle = phone.events.waitForIdle(1000, 10_000);
  clock.advance(1500);
  assert.equal(await idle, true);
  assert.notEqual(get('stopwatch_time_text').text, shown);
});

test('Clock: laps add up, a pause stops the figures, reset clears them', () => {
  const { clock, get, find, tap, nodes } = openClock();
  tap('Stopwatch');
  tap('Start');
  tap('Lap');
  tap('Lap');
  const texts = (id: string) => nodes().flatMap((node) => (node.resourceId.endsWith(id) ? [node.text] : []));
  assert.deepEqual(texts('/lap_number'), ['# 2', '# 1']);
  assert.deepEqual(texts('/lap_time'), ['00:01.05', '00:01.05']);
  assert.deepEqual(texts('/lap_total'), ['00:02.10', '00:01.05']);
  tap('Pause');
  const stopped = get('stopwatch_time_text').text;
  clock.advance(5000);
  assert.equal(get('stopwatch_time_text').text, stopped);
  tap('Reset');
  assert.equal(get('stopwatch_time_text').text, '00:00.00');
  assert.equal(find('lap_time'), undefined);
});

test('Clock: a timer is set with number pickers, runs down in the background and says when it is over', () => {
  const { phone, clock, get, tap } = openClock();
  tap('Timer');
  tap('04');
  assert.equal(get('minutes').children[1]?.text, '04');
  tap('59');
  assert.equal(get('seconds').children[1]?.text, '59');
  tap('Start');
  assert.equal(get('timer_time_text').text, '04:58');
  tap('Add 1 minute');
  phone.home();
  clock.advance(5 * 60_000);
  assert.equal(phone.notifications.list.length, 0);
  clock.advance(60_000);
  assert.deepEqual(
    phone.notifications.list.map(({ title, text }) => `${title}: ${text}`),
    ["Time's up: Timer of 05:59"],
  );
});

test('Clock: a paused timer does not run out', () => {
  const { phone, clock, get, tap } = openClock();
  tap('Timer');
  tap('Start');
  tap('Pause');
  const left = get('timer_time_text').text;
  clock.advance(10 * 60_000);
  assert.equal(get('timer_time_text').text, left);
  assert.deepEqual(phone.notifications.list, []);
});

test('Clock: a switch turns its own alarm on and no other', () => {
  const { get, tap, find } = openClock();
  tap('Alarms');
  assert.equal(get('Alarm 09:00').checked, false);
  tap('Alarm 09:00');
  assert.deepEqual([get('Alarm 09:00').checked, get('Alarm 09:00').text], [true, '']);
  assert.equal(get('Alarm 06:30').checked, true);
  assert.equal(get('Alarm 22:15').checked, false);
  assert.ok(find('Alarm set for 23 hours and 19 minutes from now.'));
});

test('Clock: the time picker changes an alarm or adds one, and Cancel changes nothing', () => {
  const { phone, get, find, tap } = openClock();
  tap('Alarms');
  tap('06:30');
  assert.equal(phone.focusedWindow()?.kind, 'dialog');
  tap('07');
  tap('Cancel');
  assert.ok(find('06:30'));
  tap('06:30');
  tap('07');
  tap('31');
  tap('OK');
  assert.equal(phone.focusedWindow()?.kind, 'application');
  assert.equal(get('Alarm 07:31').checked, true);
  assert.equal(find('06:30'), undefined);
  tap('Add alarm');
  tap('OK');
  assert.equal(get('Alarm 08:00').checked, true);
});
