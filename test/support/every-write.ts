import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { realClock } from '@handeye/core/call/clock';
import { Registry } from '@handeye/core/device/registry';
import type { Asking } from '@handeye/core/guard/asking';
import type { Holds } from '@handeye/core/guard/holds';
import { defaultPolicy } from '@handeye/core/guard/policy';
import type { Condition, Decision } from '@handeye/core/guard/rules';
import { changesDevice, type Tool } from '@handeye/core/tools/frame/define';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import type { Toolbox } from '@handeye/core/tools/frame/toolbox';
import { allTools } from '@handeye/core/tools/toolsets';
import { scriptedAppManager } from './scripted-apps.ts';
import { ScriptedDevice, sourceOf } from './scripted-device.ts';
import { ScriptedFiles } from './scripted-files.ts';
import { scriptedLinks } from './scripted-links.ts';
import { stageNotifications } from './scripted-notifications.ts';
import { scriptedRecorder } from './scripted-record.ts';
import { scriptedState } from './scripted-state.ts';
import { box, button, field, full, node, viewOf } from './screens.ts';

/*
 * Every tool that writes and every form of a rule, on a phone that can do everything and tells what was done to it.
 */

const SHOP = 'com.example.shop';
/** A tool that calls others is judged by what it calls. */
const writers = allTools.filter(
  (tool) => changesDevice(tool) && !(tool.runsOn === 'device' && tool.callsTools === true),
);

/** Arguments for the stage below, where a tool's example is not made for it. */
const argumentsOf: Readonly<Record<string, unknown>> = {
  tap: { x: 500, y: 500 },
  double_tap: { x: 500, y: 500 },
  long_press: { x: 500, y: 500 },
  swipe: { x1: 500, y1: 500, x2: 600, y2: 600 },
  pinch: { center_x: 500, center_y: 500, scale: 2 },
  custom_gesture: {
    paths: [
      [
        { x: 500, y: 500, time: 0 },
        { x: 510, y: 510, time: 100 },
      ],
    ],
  },
  click_element: { element_id: 'text:Pay 49 €' },
  long_click_element: { element_id: 'text:Pay 49 €' },
  scroll_to_element: { element_id: 'text:Terms, 49 pages' },
  set_text: { element_id: 'res:amount', text: '49' },
  set_value: { element_id: 'res:tip', value: 50 },
  select_text: { element_id: 'res:amount', text: '49' },
  input_text: { text: '49' },
  open_app: { app: SHOP },
  close_app: { app: SHOP },
  clear_app_data: { app: SHOP },
  uninstall_app: { app: SHOP },
  set_permission: { app: SHOP, permission: 'CAMERA', granted: true },
  install_app: { path: 'shop.apk' },
  push_file: { location_id: 'download', path: 'a.txt', host_path: 'shop.apk' },
  pull_file: { location_id: 'download', path: 'notes.txt', host_path: 'notes.txt' },
  send_intent: { type: 'activity', action: 'android.intent.action.VIEW' },
};

/** A call that only leaves an application is free of rules that do not name it. */
const leaving: ReadonlySet<string> = new Set([
  'press_home',
  'press_recents',
  'open_notifications',
  'open_quick_settings',
]);
/** Calls that reach no application, whatever the rule says of applications. */
const reachesNone = ({ class: kind }: Tool) => kind === 'files' || kind === 'state';
const touchesElements = ({ class: kind, name }: Tool) =>
  (kind === 'touch' || kind === 'type') && !name.startsWith('notification_');

interface Form {
  readonly says: string;
  readonly when: readonly Condition[];
  readonly concerns?: (tool: Tool) => boolean;
}

const classes = [...new Set(writers.map((tool) => tool.class))];

const forms: readonly Form[] = [
  { says: 'everything', when: [{}] },
  { says: 'the tool', when: writers.map(({ name }) => ({ tool: name })) },
  { says: 'the class', when: classes.map((tool) => ({ tool })) },
  {
    says: 'the application',
    when: [{ app: 'com.*' }],
    concerns: (tool) => !reachesNone(tool) && !leaving.has(tool.name),
  },
  {
    says: 'the application and the class',
    when: classes.map((tool) => ({ app: 'com.*', tool })),
    concerns: (tool) => !reachesNone(tool),
  },
  { says: 'the label', when: [{ label: '*49*' }], concerns: touchesElements },
];

function shopView() {
  const pay = button('Pay 49 €', box(0, 300, 1080, 900), { clickable: true, longClickable: true });
  const amount = field(`${SHOP}:id/amount`, box(0, 1000, 1080, 1200), {
    text: '49',
    focused: true,
  });
  const tip = node('android.widget.SeekBar', box(0, 1300, 1080, 1400), {
    resourceId: `${SHOP}:id/tip`,
    text: 'Tip, 49 %',
    range: { min: 0, max: 100, current: 49 },
  });
  const terms = node('TextView', box(0, 2400, 1080, 2500), { text: 'Terms, 49 pages', visible: false });
  const rest = node('FrameLayout', full, {
    text: 'Your basket, 49 €',
    scrollable: true,
    children: [pay, amount, tip, terms],
  });
  return viewOf(rest, { app: SHOP, windows: [{ ...viewOf(rest).windows[0]!, app: SHOP }] });
}

/** Counts what is done to a service; what only reads does not count. */
function counted<T extends object>(service: T, writes: string[], reads: readonly string[] = []): T {
  return new Proxy(service, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value === 'object' && value !== null) return counted(value, writes, reads);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        if (!reads.includes(String(key))) writes.push(String(key));
        return Reflect.apply(value, target, args);
      };
    },
  });
}

/** A phone that can do everything, and the list of all that was done to it. */
export function stagedPhone() {
  const writes: string[] = [];
  const device = new ScriptedDevice(shopView());
  stageNotifications(device);
  const reads = ['list', 'read', 'readIfThere', 'locations', 'handlers', 'receivers', 'info', 'closeShade'];
  device.services = counted(
    {
      ...device.services,
      appManager: scriptedAppManager(),
      links: scriptedLinks(),
      files: new ScriptedFiles({ 'download/notes.txt': 'bread', 'download/list.txt': 'milk' }),
      state: scriptedState(),
      recorder: scriptedRecorder(),
    },
    writes,
    reads,
  );
  device.installs([{ id: SHOP, name: 'Shop', launchable: true }]);
  const react = device.react;
  device.react = (deed, same) => {
    react(deed, same);
    if (deed.did !== 'look') writes.push(deed.did);
  };
  return { device, writes };
}

/** One door for many toolboxes: a server for each would cost more than all that is tested. */
export class Behind implements Toolbox {
  toolbox: Toolbox | undefined;
  readonly instructions = '';
  readonly tools = [];

  has(name: string): boolean {
    return this.toolbox?.has(name) ?? false;
  }

  call(...asked: Parameters<Toolbox['call']>): ReturnType<Toolbox['call']> {
    assert.ok(this.toolbox);
    return this.toolbox.call(...asked);
  }
}

export async function hostFolder(t: TestContext): Promise<string> {
  const files = await mkdtemp(join(tmpdir(), 'handeye-guard-'));
  t.after(() => rm(files, { recursive: true }));
  await writeFile(join(files, 'shop.apk'), 'read by the scripted device');
  return files;
}

const toolsets = ['device', 'model', 'apps', 'notifications', 'files', 'state', 'record'] as const;

/** A tool that writes, arguments for it, and what it did to the phone. */
export interface StagedWrite {
  readonly tool: Tool;
  readonly args: unknown;
  /** The form of the rule, for a message. */
  readonly says: string;
  /** The acts on the phone since the last write. */
  readonly writes: string[];
}

interface Staged {
  readonly then: Decision;
  readonly files: string;
  /** Further parts that the tools of the stage are made with. */
  readonly parts?: { readonly holds?: Holds; readonly asking?: Asking };
}

/** Every write against every form of a rule that decides so, each time with the toolbox of that rule behind the door. */
export function* everyWrite(behind: Behind, { then, files, parts }: Staged): Generator<StagedWrite> {
  for (const { says, when, concerns = () => true } of forms) {
    const { device, writes } = stagedPhone();
    const registry = new Registry({ sources: [sourceOf([device])], configured: [device.id] });
    const rules = when.map((one) => ({ when: one, then, why: 'the test says so', from: 'rule' }));
    const policy = { ...defaultPolicy, writesPerSecond: 1000, rules };
    behind.toolbox = createToolbox({ registry, policy, files, toolsets, clock: realClock, ...parts });
    for (const tool of writers.filter(concerns)) {
      yield { tool, args: argumentsOf[tool.name] ?? tool.example, says, writes };
      writes.splice(0);
    }
  }
}
