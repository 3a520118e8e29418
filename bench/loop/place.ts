import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPhone, type AccessibilityNode, type VirtualPhone } from '@handeye/virtual-phone';
import { freePort } from '@handeye/testing/ports';

const run = promisify(execFile);

/** A virtual phone with the delays of a real one, and a folder for the agent's files. */
export interface Place {
  readonly phone: VirtualPhone;
  readonly home: string;
  /** An adb server of its own that knows the phone, for agents that need one; returns their environment. */
  readonly adbServer: () => Promise<NodeJS.ProcessEnv>;
  /** Ends the started programs, the last first; more can be added. */
  readonly cleanUps: (() => unknown)[];
}

/** Runs `work` with a place, and removes it afterwards. */
export async function inPlace<Result>(work: (place: Place) => Promise<Result>): Promise<Result> {
  const cleanUps: (() => unknown)[] = [];
  try {
    const home = await mkdtemp(join(tmpdir(), 'handeye-loop-'));
    cleanUps.push(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
    const phone = await startPhone();
    cleanUps.push(() => phone.close());
    return await work({ phone, home, cleanUps, adbServer: () => startAdbServer(phone, home, cleanUps) });
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

async function startAdbServer(
  { serial }: VirtualPhone,
  home: string,
  cleanUps: (() => unknown)[],
): Promise<NodeJS.ProcessEnv> {
  const env = { ...process.env, HOME: home, ANDROID_ADB_SERVER_PORT: String(await freePort()) };
  const adb = (...args: readonly string[]) => run('adb', args, { env });
  await adb('start-server');
  cleanUps.push(() => adb('kill-server'));
  await adb('connect', serial);
  await adb('-s', serial, 'wait-for-device');
  return env;
}

/** Resets the phone to the start of a task: nothing open, no notifications. Data of apps stays. */
export function tidy({ framework }: VirtualPhone): void {
  framework.collapseShade();
  framework.textInput.hide();
  framework.notifications.clear();
  for (const app of framework.apps) if (app.hidden !== true) framework.forceStop(app.package);
  framework.home();
}

/** Opens an activity behind the agent's back and returns its content, including what is scrolled away. */
export async function shownBy(
  phone: VirtualPhone,
  intent: Parameters<VirtualPhone['framework']['start']>[0],
): Promise<readonly AccessibilityNode[]> {
  const { framework } = phone;
  const name = framework.resolveActivity(intent)?.package;
  if (name !== undefined) framework.forceStop(name);
  framework.start(intent);
  return visibleIn(phone);
}

/** Everything in the front activity's window, once it is readable. */
export async function visibleIn({ framework }: VirtualPhone): Promise<readonly AccessibilityNode[]> {
  for (;;) {
    const owner = framework.resumedActivity()?.recordId;
    const window = framework.windows().find((one) => one.owner === owner && one.kind === 'application');
    const root = window?.root({ offScreen: true });
    if (root) return everyNode(root);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function everyNode(node: AccessibilityNode): AccessibilityNode[] {
  return [node, ...node.children.flatMap(everyNode)];
}
