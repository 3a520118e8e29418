import type { Call } from '@handeye/core/call/call';
import { withinLimit } from '@handeye/core/call/call';
import { fieldOf as fieldIn, listIn, numberIn, textIn } from '../companion/wire.ts';
import { type Check, CheckFailed, Skip } from './check.ts';
import { fieldOf, harmlessRow, listOf, searchButtonOf } from './harmless.ts';
import type { Row } from './screen-table.ts';
import type { CompanionLook, TestedCompanion } from './tested-companion.ts';

type RequestCheck = Check<TestedCompanion>;

const KEYCODE_BACK = 4;

/** Requests of the companion that change nothing. */
const reading: readonly RequestCheck[] = [
  {
    name: 'ping',
    required: true,
    async run(companion, call) {
      await companion.ask('ping', {}, call);
      return 'it answers';
    },
  },
  {
    name: 'display',
    async run(companion, call) {
      const { ok } = await companion.ask('display', {}, call);
      const [width, height] = [numberIn(ok, 'width'), numberIn(ok, 'height')];
      if (width === undefined || height === undefined) throw new CheckFailed('It does not tell the size.');
      return `${width}x${height}, rotation ${numberIn(ok, 'rotation') ?? 0}`;
    },
  },
  {
    name: 'look',
    async run(companion, call) {
      const { rows, others, windows } = await companion.settings(call);
      return `${windows} windows, ${rows.length + others.length} nodes`;
    },
  },
  {
    name: 'look with a picture',
    async run(companion, call) {
      const picture = { format: 'jpeg', quality: 80 };
      const { ok, binary } = await companion.ask('look', { picture, nodes: 5000, keep: false }, call);
      // Some phones give no picture by this way; then the tools take it by screencap.
      if (!binary?.length)
        throw new Skip(`No picture (${textIn(fieldIn(ok, 'picture'), 'missing') ?? '-'}).`);
      return `${binary.length} bytes`;
    },
  },
  {
    name: 'settle',
    async run(companion, call) {
      const { ok } = await companion.ask('settle', { quiet: 150 }, call);
      if (fieldIn(ok, 'settled') !== true) throw new CheckFailed('Settings did not come to rest.');
      return `after ${numberIn(ok, 'ms') ?? 0} ms`;
    },
  },
  {
    name: 'events',
    async run(companion, call) {
      const { ok } = await companion.ask('events', { after: 0 }, call);
      return `${listIn(ok, 'events').length} events`;
    },
  },
  {
    name: 'labels',
    async run(companion, call) {
      const { ok } = await companion.ask('labels', {}, call);
      const apps = listIn(ok, 'apps');
      if (!apps.some((app) => textIn(app, 'label') !== undefined))
        throw new CheckFailed('No app has a name.');
      return `${apps.length} apps`;
    },
  },
  {
    name: 'setting.get',
    async run(companion, call) {
      const { ok } = await companion.ask('setting.get', { ...screenTimeout }, call);
      return fieldIn(ok, 'value') === null ? 'not set' : 'read';
    },
  },
  {
    name: 'cancel',
    async run(companion, call) {
      const cancelled = new AbortController();
      const options = { clock: call.clock, limit: 5_000, cancelled: cancelled.signal };
      const asked = withinLimit(options, (own) => companion.ask('settle', { quiet: 4_000 }, own));
      cancelled.abort(new Error('cancelled'));
      await asked.catch(() => undefined);
      await companion.ask('ping', {}, call);
      return 'it answers after a request that was cancelled';
    },
  },
];

const screenTimeout = { table: 'system', name: 'screen_off_timeout' } as const;

/** Requests that do something, on the first page of Settings. */
const acting: readonly RequestCheck[] = [
  {
    name: 'wake',
    async run(companion, call) {
      await companion.ask('wake', {}, call);
      return 'the display is on';
    },
  },
  {
    name: 'act',
    async run(companion, call) {
      const before = await companion.settings(call);
      await act(companion, { look: before, row: harmlessRow(before), action: 'click' }, call);
      await companion.mustChange(before, 'The click', call);
      return 'a page opened by an accessibility action';
    },
  },
  {
    name: 'key',
    async run(companion, call) {
      const before = await companion.settings(call);
      await act(companion, { look: before, row: harmlessRow(before), action: 'click' }, call);
      const page = await companion.mustChange(before, 'The click', call);
      await companion.ask('key', { codes: [KEYCODE_BACK], meta: 0 }, call);
      await companion.mustChange(page, 'The Back key', call);
      return 'Back left the page';
    },
  },
  {
    name: 'touch',
    async run(companion, call) {
      const before = await companion.settings(call);
      const { left, top, right, bottom } = listOf(before).bounds;
      const [from, to] = [0.75, 0.35].map((share) => Math.round(top + (bottom - top) * share));
      const finger = (share: number) => {
        const x = Math.round(left + (right - left) * share);
        return [
          [x, from, 0],
          [x, to, 400],
        ];
      };
      await companion.ask('touch', { strokes: [finger(0.5)] }, call);
      await companion.mustChange(before, 'The swipe', call);
      await companion.ask('touch', { strokes: [finger(0.3), finger(0.6)] }, call);
      return 'the list moved; then two fingers';
    },
  },
  {
    name: 'text',
    async run(companion, call) {
      const look = await searchField(companion, call);
      const field = fieldOf(look);
      if (!field) throw new Skip('No search field was found in Settings.');
      await act(companion, { look, row: field, action: 'click' }, call);
      await companion.ask('text', { text: 'handeye' }, call);
      const typed = await companion.until(call, (now) => fieldOf(now)?.text === 'handeye');
      if (!typed) throw new CheckFailed('The search field does not hold the 7 characters.');
      const filled = fieldOf(typed);
      if (filled) await act(companion, { look: typed, row: filled, action: 'setText', text: '' }, call);
      return 'typed into the search field, and removed again';
    },
  },
  ...(['notifications', 'quickSettings', 'recents', 'home'] as const).map((action): RequestCheck => ({
    name: `global ${action}`,
    async run(companion, call) {
      const before = await companion.settings(call);
      await companion.ask('global', { action }, call);
      await companion.mustChange(before, 'It', call);
      if (action !== 'home') await companion.ask('global', { action: 'back' }, call);
      return action === 'home' ? 'the screen changed' : 'the screen changed, and Back was pressed';
    },
  })),
  {
    name: 'clipboard.get',
    async run(companion, call) {
      const { ok } = await companion.ask('clipboard.get', {}, call);
      return textIn(ok, 'text') === undefined ? 'no text' : 'a text';
    },
  },
  {
    name: 'clipboard.set',
    async run(companion, call) {
      const before = textIn((await companion.ask('clipboard.get', {}, call)).ok, 'text') ?? '';
      companion.keepSecret(before);
      await companion.ask('clipboard.set', { text: COPIED_TEXT }, call);
      const { ok } = await companion.ask('clipboard.get', {}, call);
      await companion.ask('clipboard.set', { text: before }, call);
      if (textIn(ok, 'text') !== COPIED_TEXT) throw new CheckFailed('The clipboard holds something else.');
      return 'written, read back, and as it was before';
    },
  },
  {
    name: 'setting.put',
    async run(companion, call) {
      const value = fieldIn((await companion.ask('setting.get', { ...screenTimeout }, call)).ok, 'value');
      await companion.ask('setting.put', { ...screenTimeout, value, restore: true }, call);
      return 'a setting was set to the value that it has';
    },
  },
  {
    name: 'rotate',
    async run(companion, call) {
      const rotation = numberIn((await companion.ask('display', {}, call)).ok, 'rotation') ?? 0;
      await companion.ask('rotate', { to: rotation, restore: true }, call);
      return 'the rotation was held as it is; quit frees it';
    },
  },
  {
    name: 'languages',
    async run(companion, call) {
      const known = await companion.ask('setting.get', { table: 'system', name: 'system_locales' }, call);
      const tags = fieldIn(known.ok, 'value');
      // A phone whose language was never chosen has none there; setting one would be a choice.
      if (typeof tags !== 'string' || tags === '')
        return 'not tried: no language was ever chosen on this phone';
      await companion.ask('languages', { tags }, call);
      return 'the languages were set to those that they are';
    },
  },
  {
    name: 'quit',
    async run(companion, call) {
      const { ok } = await companion.ask('quit', {}, call);
      return `${listIn(ok, 'restored').length} changes were put back`;
    },
  },
];

/** Every request of the companion's protocol. */
export const companionChecks: readonly RequestCheck[] = [...reading, ...acting];

const COPIED_TEXT = 'handeye selftest äöü €';

async function act(
  companion: TestedCompanion,
  on: { readonly look: CompanionLook; readonly row: Row; readonly action: string; readonly text?: string },
  call: Call,
): Promise<void> {
  const { look, row, ...action } = on;
  const expect = look.expected.get(row.id) ?? {};
  await companion.ask('act', { look: look.number, h: Number(row.id), expect, ...action }, call);
}

/** A look at Settings that shows its search field, opened if it is behind a bar or an icon. */
async function searchField(companion: TestedCompanion, call: Call): Promise<CompanionLook> {
  const page = await companion.settings(call);
  const button = searchButtonOf(page);
  if (fieldOf(page) || !button) return page;
  await act(companion, { look: page, row: button, action: 'click' }, call);
  return (await companion.until(call, (look) => fieldOf(look) !== undefined)) ?? page;
}
