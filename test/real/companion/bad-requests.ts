// Requests that no host should send.
import fc from 'fast-check';
import { nodesOf, type Look } from '../../../packages/virtual-phone/test/companion/companion-on-phone.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A setting that no phone has. */
export const SETTING = { table: 'global', name: 'handeye_test' };

/** Methods with fields that are missing or wrong. */
export const BAD_REQUESTS: readonly (readonly [string, Fields])[] = [
  ['look', { nodes: 0 }],
  ['look', { nodes: -5 }],
  ['look', { nodes: 2.5 }],
  ['look', { nodes: '8' }],
  ['look', { keep: 1 }],
  ['look', { picture: true }],
  ['look', { picture: { format: 'gif' } }],
  ['look', { picture: { quality: 'good' } }],
  ['settle', { quiet: 'long' }],
  ['settle', { not: 5 }],
  ['events', { after: 'all' }],
  ['labels', { packages: 'all' }],
  ['setting.get', { table: 'other', name: 'x' }],
  ['setting.get', { table: 'system' }],
  ['setting.get', { name: 'x' }],
  ['setting.put', { ...SETTING, value: 5 }],
  ['setting.put', { ...SETTING, value: '5', restore: 'yes' }],
  ['setting.put', { table: 'SYSTEM', name: 'x', value: '1' }],
  ['clipboard.set', {}],
  ['clipboard.set', { text: null }],
  ['rotate', {}],
  ['rotate', { to: 4 }],
  ['rotate', { to: '1' }],
  ['rotate', { to: 1, restore: 0 }],
  ['global', {}],
  ['global', { action: 'fly' }],
  ['global', { action: 'back 1' }],
  ['global', { action: 1 }],
  ['text', {}],
  ['text', { text: 5 }],
  ['key', {}],
  ['key', { codes: [] }],
  ['key', { codes: 66 }],
  ['key', { codes: ['a'] }],
  ['key', { codes: [66.5] }],
  ['key', { codes: [66], meta: 'shift' }],
  ['key', { codes: [66], hold: 'long' }],
  ['key', { codes: [4_294_967_362] }],
  ['key', { codes: [66], judged: 1 }],
  ['key', { codes: [66], judged: { window: 1, texts: [] } }],
  ['text', { text: 'a', judged: { window: 1, look: 1, texts: [] } }],
  ['global', { action: 'back', refuses: 1 }],
  ['touch', {}],
  ['touch', { strokes: [] }],
  ['touch', { strokes: [[]] }],
  ['touch', { strokes: [[[1, 2]]] }],
  ['touch', { strokes: [[[1, 2, 3, 4]]] }],
  ['touch', { strokes: [[[1, 2, -3]]] }],
  ['touch', { strokes: [[[1, '2', 3]]] }],
  ['touch', { strokes: [[[1, 2, 600_001]]] }],
  ['touch', { strokes: Array.from({ length: 11 }, () => [[1, 1, 0]]) }],
  ['touch', { strokes: [[[1, 1, 0]]], judged: [] }],
  ['touch', { strokes: [[[1, 1, 0]]], judged: [1] }],
  ['touch', { strokes: [[[1, 1, 0]]], judged: [{}, {}] }],
  ['touch', { strokes: [[[1, 1, 0]]], judged: [{ window: 'x' }] }],
  ['touch', { strokes: [[[1, 1, 0]]], judged: [{ b: [1, 2], texts: [] }] }],
  ['touch', { strokes: [[[1, 1, 0]]], judged: [{ b: [1, 2, 3, 4] }] }],
];

/** Payloads that are no request at all. */
export const NO_REQUESTS: readonly (string | Buffer)[] = [
  '',
  ' ',
  '{',
  '[]',
  '"x"',
  'null',
  '{"do":"ping"}',
  '{"within":5}',
  '{"do":1,"within":5}',
  '{"do":"ping","within":500}x',
  '{"do":"ping","within":0500}',
  '{"do":"ping","within":+500}',
  '{"do":"ping","within":500.}',
  '{"do":"ping","within":.5}',
  '{"do":"ping","within":-}',
  '{"do":"ping","within":1e}',
  '{"do":"ping","within":1e999}',
  '{"do":"ping","within":500,}',
  '{"do":"ping","within":500,"x":"\\u+123"}',
  '{"do":"ping","within":500,"x":"\\x"}',
  '{"do":"ping","within":500,"x":"\n"}',
  "{'do':'ping'}",
  `{"do":"ping","within":500,"x":${'['.repeat(64)}${']'.repeat(64)}}`,
  '['.repeat(100_000),
  Buffer.from([0x7b, 0xff, 0x7d]),
  Buffer.concat([Buffer.from('\ufeff'), Buffer.from('{"do":"ping","within":500}')]),
  Buffer.concat([Buffer.from('{"do":"ping","within":500,"x":"'), Buffer.from([0xc3]), Buffer.from('"}')]),
];

/** Requests with a field or two that are wrong; those that are right by chance change nothing that matters. */
export function randomRequest(look: Look): fc.Arbitrary<unknown> {
  const handles = nodesOf(look).map(({ h }) => h);
  const value = fc.oneof(
    fc.constantFrom(null, true, false, '', 'x', 'click', 'png', 'free', 'system', [], {}, [[]], [[[1, 2]]]),
    fc.constantFrom(-1, 0, 0.5, 1, 66, 2 ** 31, 2 ** 32, 1e300, look.look, ...handles.slice(0, 3)),
  );
  const field = fc.constantFrom(
    'look',
    'h',
    'expect',
    'with',
    'action',
    'text',
    'start',
    'end',
    'value',
    'row',
    'column',
  );
  const other = fc.constantFrom(
    'strokes',
    'codes',
    'meta',
    'hold',
    'to',
    'restore',
    'table',
    'name',
    'after',
    'quiet',
    'not',
    'nodes',
    'keep',
    'picture',
    'packages',
  );
  const method = fc.constantFrom(
    ...['act', 'act', 'act', 'touch', 'key', 'text', 'global', 'setting.get', 'setting.put', 'clipboard.set'],
    ...['rotate', 'labels', 'events', 'look', 'settle', 'ping', 'display', 'fly'],
  );
  const fields = fc.dictionary(fc.oneof(field, other), value, { maxKeys: 5 });
  const act = { look: look.look, h: 0, expect: {}, action: 'click' };
  return fc.tuple(method, fields, fc.boolean()).map(([name, given, whole]) => ({
    do: name,
    within: 3000,
    ...(whole && name === 'act' && act),
    ...given,
  }));
}
