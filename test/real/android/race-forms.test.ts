import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { activity, button, column, defineApp, screen, text } from '@handeye/virtual-phone';
import { realClock } from '@handeye/core/call/clock';
import { Asking } from '@handeye/core/guard/asking';
import { defaultPolicy } from '@handeye/core/guard/policy';
import { profiles } from '@handeye/core/guard/profiles';
import { eventually } from '@handeye/testing/attached';
import { stack } from '../../../packages/virtual-phone/src/framework/widgets/kit.ts';
import { phoneTools } from './phone-tools.ts';

/* Under `careful`, on the companion: forms of screens on which another label than the judged one could be pressed. */

type Labels = Readonly<Record<string, string>>;
type View = ReturnType<typeof button>;
type Press = (what: string) => void;

const WIDE = { width: 'fill', height: 200 } as const;
const WRONG = 'Pay 49 €';
const sleep = (ms: number) => new Promise<void>((resolve) => realClock.after(ms, resolve));

interface Happening {
  /** On the first request that touches or acts. */
  readonly onTouch?: (show: (labels: Labels) => void, hang: (ms: number) => void) => void;
  readonly onAsk?: (label: string | undefined, show: (labels: Labels) => void) => 'once' | 'no';
  readonly tier?: 'auto' | 'companion';
}

async function stage(
  t: TestContext,
  labels: Labels,
  draw: (labels: Labels, press: Press) => View,
  does: Happening,
) {
  let show: (labels: Labels) => void = () => undefined;
  const presses: string[] = [];
  const asked: string[] = [];
  const hits: unknown[] = [];
  const press = (what: string) => presses.push(what);
  const app = defineApp({
    package: 'test.forms',
    label: 'forms',
    icon: { glyph: 'f', color: '#000000' },
    main: '.Main',
    data: () => undefined,
    activities: {
      '.Main': activity({
        initial: (): Labels => labels,
        render: (state, self) => {
          show = (next) => {
            self.setState(next);
          };
          return screen('forms', [draw(state, press)]);
        },
      }),
    },
  });
  let isArmed = false;
  const { phone, call } = await phoneTools(t, {
    // Not typed as a tier of its own: with the fallback to plain ADB that is the default.
    tier: (does.tier ?? 'companion') as 'companion',
    apps: [app],
    onCompanionRequest: (method) => {
      if (!isArmed || (method !== 'touch' && method !== 'act')) return;
      isArmed = false;
      const { notResponding } = phone.framework.faults;
      does.onTouch?.(show, (ms) => {
        notResponding.add('test.forms');
        void sleep(ms).then(() => notResponding.delete('test.forms'));
      });
    },
    frame: {
      record: {
        mustBeWritable: () => undefined,
        add: ({ met = [] }) => {
          hits.push(...met);
          return undefined;
        },
      },
      policy: { ...defaultPolicy, writesPerSecond: 100_000, ...profiles.careful },
      asking: new Asking({
        clock: realClock,
        askers: [
          {
            way: 'the test',
            ask: ({ label }) => {
              asked.push(label ?? '');
              return Promise.resolve(does.onAsk?.(label, show) ?? (label === WRONG ? 'no' : 'once'));
            },
          },
        ],
      }),
    },
  });
  phone.framework.start({ component: 'test.forms/.Main' });
  await eventually(() => {
    const window = phone.framework.focusedWindow();
    return Promise.resolve(window?.package === 'test.forms' && window.root() !== null);
  }, 'the app is in front');
  const at = async (label: string) => {
    const shown = await call('find_elements', { by: 'text', value: label, exact_match: true });
    const [found] = (shown.structuredContent as { elements: { bounds: Record<string, number> }[] }).elements;
    const { left = 0, top = 0, right = 0, bottom = 0 } = found?.bounds ?? {};
    return { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) };
  };
  const act = async (tool: string, args: object) => {
    isArmed = true;
    const result = await call(tool, args);
    // A click may wait for the end of a double tap.
    await sleep(400);
    return { isError: result.isError === true, presses, asked, hits };
  };
  return { at, act };
}

const still = ({ x, y }: { x: number; y: number }, ms: number) => [
  { x, y, time: 0 },
  { x, y, time: ms },
];

describe('what is pressed is what was judged, however a screen says it', () => {
  const page = (lines: number) => (labels: Labels, press: Press) =>
    column(
      [
        ...Array.from({ length: lines }, (_, at) => text(`Line ${at}`, { height: 30 })),
        text(labels.a ?? '', WIDE),
        text('a'),
        text('b'),
      ],
      {
        onTap: () => {
          press(labels.a ?? '');
        },
      },
    );
  const covered = (labels: Labels, press: Press) =>
    stack(
      [
        button(
          '',
          () => {
            press(labels.a ?? '');
          },
          WIDE,
        ),
        text(labels.a ?? '', WIDE),
      ],
      WIDE,
    );
  const one = (labels: Labels, press: Press) =>
    button(
      labels.a ?? '',
      () => {
        press(labels.a ?? '');
      },
      WIDE,
    );
  const becomes = (show: (labels: Labels) => void) => {
    show({ a: WRONG });
  };

  for (const [what, draw, label] of [
    ['the third text of a page that takes clicks', page(4), 'Cancel'],
    ['an allowed text far down such a page', page(9), 'Pay 1 €'],
    ['a text over a button without one', covered, 'Cancel'],
    ['an allowed text over a button without one', covered, 'Pay 1 €'],
  ] as const) {
    test(what, async (t) => {
      const { at, act } = await stage(t, { a: label }, draw, { onTouch: becomes });
      const { isError, presses, asked } = await act('tap', await at(label));
      assert.deepEqual([isError, presses], [true, []]);
      assert.deepEqual(asked, label === 'Cancel' ? [] : [label, WRONG]);
    });
  }

  for (const [what, args] of [
    ['long_press', { duration: 1000 }],
    ['swipe', { duration: 350 }],
  ] as const) {
    test(`${what} presses a button when the finger is lifted`, async (t) => {
      const onTouch = (show: (labels: Labels) => void) =>
        void sleep(200).then(() => {
          show({ a: WRONG });
        });
      const { at, act } = await stage(t, { a: 'Cancel' }, one, { onTouch });
      const { x, y } = await at('Cancel');
      const way = what === 'swipe' ? { x1: x, y1: y, x2: x + 2, y2: y } : { x, y };
      const { isError, presses } = await act(what, { ...way, ...args });
      assert.deepEqual([isError, presses], [true, []]);
    });
  }

  test('a scroll on a screen that is one button', async (t) => {
    const draw = (labels: Labels, press: Press) =>
      button(
        labels.a ?? '',
        () => {
          press(labels.a ?? '');
        },
        { width: 'fill', height: 700 },
      );
    const { at, act } = await stage(t, { a: 'Cancel' }, draw, { onTouch: becomes });
    await at('Cancel');
    assert.deepEqual((await act('scroll', { direction: 'down' })).presses, []);
  });

  test('a finger that is down for 250 ms clicks', async (t) => {
    const draw = (_: Labels, press: Press) => ({
      ...button(
        'Note',
        () => {
          press('click');
        },
        WIDE,
      ),
      onLongPress: () => {
        press('long');
      },
    });
    const { at, act } = await stage(t, {}, draw, {});
    assert.deepEqual((await act('custom_gesture', { paths: [still(await at('Note'), 250)] })).presses, [
      'click',
    ]);
  });

  test('an allowed button under a text of a card that takes clicks, too', async (t) => {
    const draw = (_: Labels, press: Press) =>
      stack(
        [
          button(
            'Pay 1 €',
            () => {
              press('Pay 1 €');
            },
            WIDE,
          ),
          text('now', WIDE),
        ],
        {
          ...WIDE,
          onTap: () => {
            press('card');
          },
        },
      );
    const { at, act } = await stage(t, {}, draw, {});
    assert.deepEqual((await act('tap', await at('Pay 1 €'))).presses, ['Pay 1 €']);
  });

  test('one finger of two changes while a person is asked about the other', async (t) => {
    const draw = ({ a = '', b = '' }: Labels, press: Press) =>
      column([
        button(
          a,
          () => {
            press(a);
          },
          WIDE,
        ),
        button(
          b,
          () => {
            press(b);
          },
          WIDE,
        ),
      ]);
    const { at, act } = await stage(t, { a: 'Cancel', b: 'Pay 1 €' }, draw, {
      onAsk: (label, show) => {
        if (label !== 'Pay 1 €') return 'no';
        show({ a: 'Delete all', b: 'Pay 1 €' });
        return 'once';
      },
    });
    const paths = [still(await at('Cancel'), 60), still(await at('Pay 1 €'), 60)];
    const { presses, asked } = await act('custom_gesture', { paths });
    assert.deepEqual([presses, asked], [[], ['Pay 1 €', 'Delete all']]);
  });

  test('an act by accessibility tells what the phone acted on', async (t) => {
    const { at, act } = await stage(t, { a: 'Cancel' }, one, {});
    const { x, y } = await at('Cancel');
    const { presses, hits } = await act('click_element', { element_id: 'text:Cancel' });
    const [hit] = hits as { x: number; y: number; app: string; label: string }[];
    assert.deepEqual([presses, hit?.app, hit?.label], [['Cancel'], 'test.forms', 'Cancel']);
    assert.ok(Math.hypot(hit!.x - x, hit!.y - y) < 2);
  });

  for (const [what, tool, before, after] of [
    ['the amount', 'tap', '1 €', '49 €'],
    ['the amount', 'click_element', '1 €', '49 €'],
    ['a clock', 'click_element', '0:59', '0:58'],
  ] as const)
    test(`${what} beside an allowed button, with ${tool}`, async (t) => {
      const pay = ({ a = '' }: Labels, press: Press) =>
        column([
          text(`Total: ${a}`, { width: 'fill', height: 100 }),
          button(
            'Pay now',
            () => {
              press(a);
            },
            WIDE,
          ),
        ]);
      const { at, act } = await stage(t, { a: before }, pay, {
        onTouch: (show) => {
          show({ a: after });
        },
        onAsk: () => 'once',
      });
      const point = await at('Pay now');
      const { presses, asked } = await act(tool, tool === 'tap' ? point : { element_id: 'text:Pay now' });
      // Another amount is asked about anew.
      assert.deepEqual([asked.length, presses], [what === 'a clock' ? 1 : 2, [after]]);
    });

  test('an application that does not answer the comparison is not touched over plain ADB', async (t) => {
    const { at, act } = await stage(t, { a: 'Cancel' }, one, {
      tier: 'auto',
      onTouch: (show, hang) => {
        show({ a: WRONG });
        hang(1450);
      },
    });
    const { isError, presses } = await act('tap', await at('Cancel'));
    assert.deepEqual([isError, presses], [true, []]);
  });
});
