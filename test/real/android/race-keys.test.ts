import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { type AccessibilityNode, activity, column, defineApp, field, screen } from '@handeye/virtual-phone';
import { realClock } from '@handeye/core/call/clock';
import { Asking } from '@handeye/core/guard/asking';
import { defaultPolicy } from '@handeye/core/guard/policy';
import { profiles } from '@handeye/core/guard/profiles';
import { eventually } from '@handeye/testing/attached';
import { phoneTools } from './phone-tools.ts';

/* Keys and typed text, while the focus moves right before they arrive: to another application, or to another field. */

interface Typed {
  readonly field: string;
  readonly value: string;
}

/** An app with two fields, the first with the focus. */
function fieldsApp(name: string, input: 'text' | 'password', typed: Typed[]) {
  let focus: (id: string) => void = () => undefined;
  const app = defineApp({
    package: `test.${name}`,
    label: name,
    icon: { glyph: name.charAt(0), color: '#000000' },
    main: '.Main',
    data: () => undefined,
    activities: {
      '.Main': activity({
        initial: () => ({ first: 'Lunch', second: 'Lunch' }),
        onResume: (self) => {
          self.focus('first');
        },
        render: (state, self) => {
          focus = (id) => {
            self.focus(id);
          };
          const one = (id: 'first' | 'second') =>
            field({
              id,
              hint: id,
              input,
              value: state[id],
              onChange: (value) => {
                typed.push({ field: `${name}.${id}`, value });
                self.setState({ [id]: value });
              },
            });
          return screen(name, [column([one('first'), one('second')])]);
        },
      }),
    },
  });
  return {
    app,
    focus: (id: string) => {
      focus(id);
    },
  };
}

function nodesOf(root: AccessibilityNode | null): readonly AccessibilityNode[] {
  return root ? [root, ...root.children.flatMap(nodesOf)] : [];
}

interface Scene {
  readonly tier: 'plain' | 'companion';
  readonly release?: 5 | 9 | 14;
  readonly input?: 'text' | 'password';
  readonly policy?: 'careful' | 'open';
}

async function stage(t: TestContext, { tier, release = 14, input = 'text', policy = 'careful' }: Scene) {
  const typed: Typed[] = [];
  const notes = fieldsApp('notes', input, typed);
  const evil = fieldsApp('evil', 'text', typed);
  let asked = 0;
  let isNext: (command: string) => boolean = () => false;
  let change: () => void = () => undefined;
  const commands: string[] = [];
  const heard = (command: string) => {
    if (isNext(command)) {
      isNext = () => false;
      change();
    }
    commands.push(command);
  };
  const { phone, call } = await phoneTools(t, {
    tier,
    release,
    apps: [notes.app, evil.app],
    onCommand: ([program = '']) => {
      if (tier === 'plain') heard(program);
    },
    onCompanionRequest: (method) => {
      heard(method);
    },
    frame: {
      policy: { ...defaultPolicy, writesPerSecond: 100_000, ...profiles[policy] },
      screenFormat: 'lean',
      observe: 'changes',
      asking: new Asking({
        clock: realClock,
        askers: [
          {
            way: 'the test',
            ask: () => {
              asked += 1;
              return Promise.resolve('once');
            },
          },
        ],
      }),
    },
  });
  const front = async () => {
    phone.framework.start({ component: 'test.notes/.Main' });
    await eventually(() => {
      const window = phone.framework.focusedWindow();
      return window?.package === 'test.notes' && window.root() !== null;
    }, 'the app is in front');
    notes.focus('first');
    const { content } = await call('get_screen_state', {});
    assert.match(JSON.stringify(content), /test\.notes.*Lunch|Lunch.*test\.notes|•/);
  };
  /** Calls a tool, and changes the focus right before the keys arrive. */
  const whileItChanges = async (tool: string, args: object, changes: 'application' | 'field') => {
    change = () => {
      if (changes === 'field') notes.focus('second');
      else phone.framework.start({ component: 'test.evil/.Main' });
    };
    await front();
    if (tier === 'companion') isNext = (method) => ['key', 'text', 'global', 'touch'].includes(method);
    else {
      // The last time that the windows are read before the first key: in the shell's own line.
      commands.length = 0;
      await call(tool, args);
      await front();
      const reads = commands.slice(0, commands.indexOf('input')).filter((one) => one === 'dumpsys').length;
      assert.equal(commands[commands.indexOf('input') - 1], 'dumpsys', commands.join(' '));
      let read = 0;
      isNext = (program) => program === 'dumpsys' && ++read === reads;
    }
    [typed.length, commands.length, asked] = [0, 0, 0];
    const result = await call(tool, args);
    assert.equal(isNext('dumpsys') || isNext('key'), false, `it changed during ${commands.join(' ')}`);
    return { text: JSON.stringify(result.content), kind: result._meta?.['handeye/error'].kind, typed, asked };
  };
  /** Where a key of the keyboard is. */
  const keyAt = async (label: string) => {
    await front();
    const key = () =>
      phone.framework
        .windows()
        .filter(({ kind }) => kind === 'keyboard')
        .flatMap((window) => nodesOf(window.root()))
        .find(({ text, description }) => text === label || description === label);
    await eventually(() => Promise.resolve(key() !== undefined), 'the keyboard is shown');
    await call('get_screen_state', {});
    const { left, top, right, bottom } = key()!.bounds;
    return { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) };
  };
  return { whileItChanges, keyAt, call, typed };
}

const EVIL =
  /The screen changed since you looked: now '?[^']*'? \(test\.evil\) has the focus\. Nothing was typed/;

describe('keys go to what they were judged by, or nowhere', { concurrency: 2 }, () => {
  for (const scene of [
    { tier: 'companion' },
    { tier: 'plain', release: 14 },
    { tier: 'plain', release: 9 },
    { tier: 'plain', release: 5 },
  ] as const) {
    test(`another application takes the focus, ${scene.tier}, ${'release' in scene ? scene.release : 14}`, async (t) => {
      const { whileItChanges } = await stage(t, scene);
      const acts: readonly (readonly [string, object])[] = [
        ['press_key', { key: 'DEL' }],
        ['press_key', { key: 'DOWN' }],
        ['press_key', { key: 'BACK' }],
        ...(scene.tier === 'plain' ? ([['input_text', { text: 'x' }]] as const) : []),
      ];
      for (const [tool, args] of acts) {
        const { text, kind, typed } = await whileItChanges(tool, args, 'application');
        assert.deepEqual([kind, typed], ['permission_denied', []], `${tool} ${JSON.stringify(args)} ${text}`);
        assert.match(text, EVIL);
      }
    });
  }

  test('another field of the application takes the focus', async (t) => {
    const { whileItChanges } = await stage(t, { tier: 'companion' });
    const { text, kind, typed } = await whileItChanges('press_key', { key: 'DEL' }, 'field');
    assert.deepEqual([kind, typed], ['permission_denied', []], text);
    assert.match(text, /\(test\.notes\) has the focus\. Nothing was typed/);
  });

  for (const changes of ['application', 'field'] as const)
    test(`a key of the on-screen keyboard, while another ${changes} takes the focus`, async (t) => {
      const { whileItChanges, keyAt } = await stage(t, { tier: 'companion' });
      const { text, kind, typed } = await whileItChanges('tap', await keyAt('h'), changes);
      assert.deepEqual([kind, typed], ['permission_denied', []], text);
      // With another application the keyboard slides away, too.
      assert.match(text, /The screen changed since you looked/);
      if (changes === 'field') assert.match(text, /\(test\.notes\) has the focus\. Nothing was typed/);
    });

  test('a key of the on-screen keyboard types where nothing changes', async (t) => {
    const { call, keyAt, typed } = await stage(t, { tier: 'companion' });
    await call('tap', await keyAt('h'));
    assert.deepEqual(typed.at(-1), { field: 'notes.first', value: 'Lunchh' });
  });

  test('a text that a person allowed, and that only keys can add', async (t) => {
    const { whileItChanges } = await stage(t, { tier: 'companion', input: 'password' });
    const { typed, asked, text } = await whileItChanges('input_text', { text: 'x' }, 'application');
    assert.deepEqual([asked, typed], [1, []], text);
  });

  test('without a policy the keys are pressed, and it is told who got them', async (t) => {
    const { whileItChanges } = await stage(t, { tier: 'companion', policy: 'open' });
    const { text, typed } = await whileItChanges('press_key', { key: 'DEL' }, 'application');
    assert.deepEqual(typed, [{ field: 'evil.first', value: 'Lunc' }]);
    assert.match(
      text,
      /note: the screen changed since you looked: now something else \(test\.evil\) has the focus/,
    );
  });
});
