import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Asking } from '../../src/guard/asking.ts';
import { defaultPolicy } from '../../src/guard/policy.ts';
import { profiles } from '../../src/guard/profiles.ts';
import type { View } from '@handeye/screen/snapshot';
import { SkippingClock } from '@handeye/testing/clock';
import { box, button, field, full, node, viewOf } from '@handeye/testing/screens';
import { capable, fingerOnly, ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench, textOf } from '@handeye/testing/tools';

const PLACE = box(100, 1000, 500, 1120);
const policy = { ...defaultPolicy, ...profiles.careful };

/** A page with a button, and with these texts above it. */
function page(label: string, texts: readonly string[], draft?: string, id = 'message'): View {
  const lines = texts.map((text, at) => node('TextView', box(0, 60 * at, 1080, 60 * at + 50), { text }));
  const written =
    draft === undefined ? [] : [field(id, box(0, 800, 1080, 900), { focused: true, text: draft })];
  return viewOf(node('FrameLayout', full, { children: [...lines, ...written, button(label, PLACE)] }));
}

/** The answer of the button's tool if a person says yes and the screen has changed meanwhile. */
async function answered(before: View, after: View, ways: { capabilities?: object; key?: string } = {}) {
  const clock = new SkippingClock();
  const device = new ScriptedDevice(before, { capabilities: capable(ways.capabilities ?? {}) });
  const asker = {
    way: 'a person',
    ask: () => {
      device.view = after;
      return Promise.resolve('once' as const);
    },
  };
  const { call } = bench(before, { device, policy, clock, asking: new Asking({ clock, askers: [asker] }) });
  const result = ways.key
    ? await call('press_key', { key: ways.key })
    : await call('tap', { x: 300, y: 1060 });
  return { told: textOf(result), acts: device.deeds.filter(({ did }) => did !== 'look').length };
}

const changes: Record<string, { before: View; after: View; key?: string; told: RegExp }> = {
  'an amount': {
    before: page('Confirm', ['Transfer to Ada', 'Total 5 €']),
    after: page('Confirm', ['Transfer to Ada', 'Total 5000 €']),
    told: /^The screen changed while the user was asked: now it shows 'Total 5000 €'\. Nothing was done\./,
  },
  'who gets it': {
    before: page('Send', ['Ada'], 'Hi'),
    after: page('Send', ['Mallory'], 'Hi'),
    told: /: now it shows 'Mallory'\./,
  },
  'what was written': {
    before: page('Send', ['Ada'], 'Hi'),
    after: page('Send', ['Ada'], 'My PIN is 1234'),
    told: /: something else is written there now\./,
  },
  'what was written, for a key': {
    before: page('Send', ['Ada'], 'Hi'),
    after: page('Send', ['Ada'], 'My PIN is 1234'),
    key: 'ENTER',
    told: /: something else is written there now\./,
  },
  'what was written into a field that is named like a search': {
    before: page('Send', ['Ada'], 'Hi', 'find_text'),
    after: page('Send', ['Ada'], 'My PIN is 1234', 'find_text'),
    told: /: something else is written there now\./,
  },
  'a text that is gone': {
    before: page('Delete', ['Delete the draft?', 'Only the draft']),
    after: page('Delete', ['Delete the draft?']),
    told: /: it no longer shows 'Only the draft'\./,
  },
  'a number of things': {
    before: page('Delete', ['Delete this?', '5 shares']),
    after: page('Delete', ['Delete this?', '500 shares']),
    told: /: now it shows '500 shares'\./,
  },
};

for (const [what, { before, after, key, told }] of Object.entries(changes)) {
  for (const [tier, capabilities] of Object.entries({ companion: {}, plain: fingerOnly })) {
    test(`a yes holds for the texts that were shown: ${what} (${tier})`, async () => {
      const given = await answered(before, after, { capabilities, ...(key !== undefined && { key }) });
      assert.match(given.told, told);
      assert.equal(given.acts, 0);
    });
  }
}

const lines = (count: number) => Array.from({ length: count }, (_, at) => `Line ${at}`);

const harmless: Record<string, { before: View; after: View }> = {
  'a clock': {
    before: page('Confirm', ['9:59 PM', 'Total 5 €']),
    after: page('Confirm', ['10:00 PM', 'Total 5 €']),
  },
  'a countdown': {
    before: page('Send', ['Ada', 'Ends in 30 s', '残り30秒です'], 'Hi'),
    after: page('Send', ['Ada', 'Ends in 9 s', '残り9秒です'], 'Hi'),
  },
  'a message that came into a long chat': {
    before: page('Send', ['Ada', ...lines(8)], 'Hi'),
    after: page('Send', ['Ada', ...lines(9)], 'Hi'),
  },
  'a message that made a chat long': {
    before: page('Send', ['Ada', ...lines(5)], 'Hi'),
    after: page('Send', ['Ada', ...lines(6)], 'Hi'),
  },
};

for (const [what, { before, after }] of Object.entries(harmless)) {
  test(`a yes still holds after ${what}`, async () => {
    const given = await answered(before, after);
    assert.match(given.told, /^Tap executed/);
    assert.equal(given.acts, 1);
  });
}
