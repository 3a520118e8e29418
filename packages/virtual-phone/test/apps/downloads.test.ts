import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phoneInHand } from '../framework/hand.ts';

const openDownloads = () => phoneInHand({ open: 'com.example.downloads/.DownloadsActivity' });

async function isIdle({ phone, clock }: ReturnType<typeof openDownloads>): Promise<boolean> {
  const idle = phone.events.waitForIdle(1000, 5000);
  clock.advance(5000);
  return idle;
}

test('Downloads: the screen is idle before a download, never during one, and again once it is paused', async () => {
  const hand = openDownloads();
  assert.equal(await isIdle(hand), true);
  hand.tap('Start garden-timelapse.mp4');
  assert.equal(await isIdle(hand), false);
  hand.tap('Pause garden-timelapse.mp4');
  assert.equal(await isIdle(hand), true);
});

test('Downloads: progress counts up, and a paused download resumes where it stopped', () => {
  const hand = openDownloads();
  const percent = () =>
    Number(
      /(\d+)%/.exec(
        hand
          .nodes()
          .map(({ text }) => text)
          .join(' '),
      )?.[1],
    );
  hand.tap('Start survey-map.pdf');
  const early = percent();
  hand.clock.advance(3000);
  const later = percent();
  assert.ok(later > early);
  hand.tap('Pause survey-map.pdf');
  const stopped = percent();
  hand.clock.advance(20_000);
  assert.equal(percent(), stopped);
  hand.tap('Resume survey-map.pdf');
  assert.ok(percent() >= stopped && percent() < 100);
});

test('Downloads: a finished download posts one notification, also when another app is in front', async () => {
  const hand = openDownloads();
  hand.tap('Start survey-map.pdf');
  hand.phone.home();
  hand.clock.advance(1000);
  assert.equal(await isIdle(hand), true);
  hand.clock.advance(10_000);
  const posted = () => hand.phone.notifications.list.map(({ title, text }) => `${title}: ${text}`);
  assert.deepEqual(posted(), ['survey-map.pdf: Download complete']);
  hand.phone.start({ component: 'com.example.downloads/.DownloadsActivity' });
  hand.clock.advance(5000);
  assert.ok(hand.find('12.0 MB · Complete'));
  assert.equal(posted().length, 1);
  assert.equal(await isIdle(hand), true);
});

test('Downloads: cancelling asks first, and drops the received bytes', () => {
  const hand = openDownloads();
  hand.tap('Start survey-map.pdf');
  hand.tap('Cancel survey-map.pdf');
  assert.equal(hand.phone.focusedWindow()?.kind, 'dialog');
  hand.tap('Keep');
  assert.ok(hand.find('Pause survey-map.pdf'));
  hand.tap('Cancel survey-map.pdf');
  hand.tap('Cancel download');
  assert.ok(hand.find('Cancelled'));
  hand.clock.advance(30_000);
  assert.deepEqual(hand.phone.notifications.list, []);
});

test('Downloads: an app that was killed during a download shows its progress when reopened', () => {
  const hand = openDownloads();
  hand.tap('Start survey-map.pdf');
  hand.phone.kill('com.example.downloads');
  hand.clock.advance(60_000);
  hand.phone.start({ component: 'com.example.downloads/.DownloadsActivity' });
  hand.clock.advance(1000);
  assert.ok(hand.find('12.0 MB · Complete'));
});
