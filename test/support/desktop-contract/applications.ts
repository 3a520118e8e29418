import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  answer,
  appWith,
  calculator,
  type ContractBench,
  type OpenBench,
  type TreeAnswer,
  withWindows,
} from './bench.ts';

/** list_windows, and the naming of an application. */
export function applicationContract(open: OpenBench): void {
  describe('list_windows', () => {
    const window = (title: string, minimized = false, frontmost = false) => ({
      title,
      position: { x: -10, y: 20 },
      size: { width: 300, height: 200 },
      minimized,
      frontmost,
    });
    const drafts = [window('Draft', false, true), window(''), window('Old', true)];
    const editor = () => withWindows(drafts, { windows: drafts });
    const titles = async (tools: ContractBench, args: object = {}) =>
      (
        (await answer(tools, 'list_windows', args)) as { windows: { title: string; app: string }[] }
      ).windows.map(({ title, app }) => `${app}: ${title}`);

    test('shows geometry and state of every window, untitled ones too', async () => {
      assert.deepEqual(await answer(await open([editor()]), 'list_windows', {}), {
        windows: [
          { ...window('Draft', false, true), app: 'Editor', pid: 456 },
          { ...window(''), app: 'Editor', pid: 456 },
        ],
      });
    });

    test('shows minimized windows when asked', async () => {
      const tools = await open([editor()]);
      assert.deepEqual(await titles(tools, { include_minimized: true }), [
        'Editor: Draft',
        'Editor: ',
        'Editor: Old',
      ]);
      assert.deepEqual(await titles(tools, { include_minimized: 'true' }), [
        'Editor: Draft',
        'Editor: ',
        'Editor: Old',
      ]);
    });

    test('shows all applications, or one', async () => {
      const tools = await open([editor(), calculator()]);
      assert.deepEqual(await titles(tools), ['Editor: Draft', 'Editor: ', 'Calculator: Calculator']);
      assert.deepEqual(await titles(tools, { app: 'Calculator' }), ['Calculator: Calculator']);
    });
  });

  describe('naming an application', () => {
    const named = (name: string, pid: number, id?: string) => appWith([], { name, pid, id });
    const apps = () => [
      named('Files', 10, 'org.gnome.Nautilus'),
      named('files', 11, 'org.kde.dolphin'),
      named('Text Editor', 12, 'org.gnome.TextEditor'),
      named('Terminal', 13),
      named('Terminal', 14),
      named('2048', 15),
      named('13', 16),
    ];
    const pidOf = async (app: unknown) => {
      const { tree } = (await answer(await open(apps()), 'get_ui_tree', { app })) as TreeAnswer;
      return Number(/^app\((\d+)\)$/.exec(tree.path)?.[1]);
    };

    for (const [app, pid, why] of [
      [12, 12, 'a PID as a number'],
      ['12', 12, 'a PID as a text'],
      ['Text Editor', 12, 'its exact name'],
      ['org.gnome.TextEditor', 12, 'its id'],
      ['text EDITOR', 12, 'the only name that is the same in another case'],
      ['ORG.kde.Dolphin', 11, 'the only id that is the same in another case'],
      ['Files', 10, 'the exact name before one in another case'],
      ['files', 11, 'the exact name before one in another case'],
      ['13', 13, 'a PID before a name'],
      ['2048', 15, 'a name of digits that is no PID'],
    ] as const) {
      test(`${JSON.stringify(app)} is process ${pid}: ${why}`, async () => {
        assert.equal(await pidOf(app), pid);
      });
    }

    test('several that fit are named, and by what to choose: never by what they share', async () => {
      for (const [app, message, way] of [
        ['Terminal', "Multiple applications match 'Terminal': Terminal (PID 13), Terminal (PID 14)", 'PID'],
        [
          'FILES',
          "Multiple applications match 'FILES': Files (org.gnome.Nautilus, PID 10), files (org.kde.dolphin, PID 11)",
          'PID, exact name or id',
        ],
      ] as const) {
        const refusal = await (await open(apps())).refusal('find_element', { app, role: 'button' });
        assert.deepEqual(refusal, {
          kind: 'element_not_found',
          operation: 'find_element',
          error_type: 'multiple_matches',
          message,
          app,
          guidance: `Pass the ${way} of the one you mean as app.`,
        });
      }
    });

    for (const [app, near] of [
      ['Editor', 'Text Editor'],
      ['Termnal', 'Terminal'],
      ['gnome terminal', 'Terminal'],
    ] as const) {
      test(`'${app}' is not running, but '${near}' is near`, async () => {
        const refusal = await (await open(apps())).refusal('list_windows', { app });
        assert.equal(refusal.error_type, 'app_not_running');
        assert.equal(refusal.message, `Application '${app}' is not running`);
        assert.match(refusal.guidance ?? '', new RegExp(`^Did you mean '${near}'\\?`));
      });
    }

    test('a name without a similar one gets the list of running applications', async () => {
      const tools = await open(apps());
      for (const app of ['Zzyzx', 99_999]) {
        const refusal = await tools.refusal('get_focused_element', { app });
        assert.deepEqual(refusal, {
          kind: 'element_not_found',
          operation: 'get_focused_element',
          error_type: 'app_not_running',
          message: `Application '${app}' is not running`,
          app: String(app),
          guidance:
            "Start the application and try again. Running: 'Files', 'files', 'Text Editor', 'Terminal', '2048', '13'.",
        });
      }
      tools.becomes([]);
      assert.match(
        (await tools.refusal('list_windows', { app: 'Zzyzx' })).guidance ?? '',
        /No application with a window is running/,
      );
    });

    test('a long or hostile name does not flood or forge the message', async () => {
      const refusal = await (await open([])).refusal('list_windows', { app: `a\n\u202e${'x'.repeat(500)}` });
      assert.equal(refusal.message, `Application 'a ${'x'.repeat(98)}...truncated' is not running`);
    });
  });
}
