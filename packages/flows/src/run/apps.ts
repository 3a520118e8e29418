import type { CommandNamed, Permissions } from '../file/flow.ts';
import { Diverged } from './diverged.ts';
import { coveringOf } from './finder.ts';
import type { Surroundings } from './surroundings.ts';

/** How long an app may take to come to the front. */
const OPEN_TIMEOUT = 10_000;

/** Maestro's short names (AndroidDriver.kt); others are permissions of that name. */
const permissionGroups: Readonly<Record<string, readonly string[]>> = {
  location: ['ACCESS_FINE_LOCATION', 'ACCESS_COARSE_LOCATION'],
  camera: ['CAMERA'],
  contacts: ['READ_CONTACTS', 'WRITE_CONTACTS'],
  phone: ['CALL_PHONE', 'ANSWER_PHONE_CALLS'],
  microphone: ['RECORD_AUDIO'],
  bluetooth: ['BLUETOOTH_CONNECT', 'BLUETOOTH_SCAN'],
  storage: ['WRITE_EXTERNAL_STORAGE', 'READ_EXTERNAL_STORAGE'],
  notifications: ['POST_NOTIFICATIONS'],
  medialibrary: ['READ_MEDIA_AUDIO', 'READ_MEDIA_IMAGES', 'READ_MEDIA_VIDEO'],
  calendar: ['READ_CALENDAR', 'WRITE_CALENDAR'],
  sms: ['READ_SMS', 'RECEIVE_SMS', 'SEND_SMS'],
};

async function appOf(own: string | undefined, { scripts, appId }: Surroundings): Promise<string> {
  const app = own ?? appId;
  if (app !== undefined) return scripts.text(app);
  throw new Diverged('script', { expected: 'an appId', found: 'neither the command nor the header has one' });
}

/** Opens an app: by default ended first, and with all permissions where the flow is Maestro's (Orchestra.kt). */
export async function launch(command: CommandNamed<'launchApp'>, around: Surroundings): Promise<void> {
  const { hand, finder } = around;
  const app = await appOf(command.appId, around);
  const { clearState = false, stopApp = true, permissions, arguments: extras } = command;
  if (clearState) await hand.act('clear_app_data', { app });
  if (permissions) await permit(app, permissions, around);
  else if (!finder.strict) await permit(app, { all: 'allow' }, around);
  if (stopApp && !clearState) await hand.act('close_app', { app });
  if (!extras || Object.keys(extras).length === 0) {
    await hand.act('open_app', { app });
    await inFront(app, around);
    return;
  }
  const component = (await infoOf(app, around))?.launchers[0];
  if (component === undefined)
    throw new Diverged('not possible', {
      expected: `${app} starts with arguments`,
      found: 'it has no activity to start',
    });
  await hand.act('send_intent', {
    type: 'activity',
    action: 'android.intent.action.MAIN',
    component: component.includes('/') ? component : `${app}/${component}`,
    extras,
  });
}

/** A flow of ours goes on only in the app that it opened. */
async function inFront(app: string, { screen, finder }: Surroundings): Promise<void> {
  if (!finder.strict) return;
  const { found, snapshot } = await screen.until((now) => (now.app === app ? true : undefined), OPEN_TIMEOUT);
  if (found) return;
  const over = coveringOf(snapshot, app) ?? snapshot.app ?? 'an unknown app';
  throw new Diverged('no effect', {
    expected: `${app} is in front`,
    found: `in front is ${over}`,
    snapshot,
    acted: true,
  });
}

async function infoOf(app: string, { context: { device, call } }: Surroundings) {
  const installed = (await device.apps?.list({ which: 'all', tell: 'ids' }, call))?.find(
    ({ id }) => id === app,
  );
  return installed && device.services?.appManager?.packages?.info(installed, call);
}

async function permit(app: string, permissions: Permissions, around: Surroundings): Promise<void> {
  const { hand, scripts } = around;
  const info = await infoOf(app, around);
  const runtime = (info?.permissions ?? []).filter(
    ({ kind, fixed }) => kind === 'runtime' && fixed === undefined,
  );
  for (const [name, template] of Object.entries(permissions)) {
    const granted = (await scripts.text(template)) === 'allow';
    const wanted = (permissionGroups[name] ?? [name]).map((one) =>
      one.includes('.') ? one : `android.permission.${one}`,
    );
    const meant = name === 'all' ? runtime : runtime.filter((one) => wanted.includes(one.name));
    for (const permission of meant.filter((one) => one.granted !== granted))
      await hand.act('set_permission', { app, permission: permission.name, granted });
  }
}

/** Ends an app, clears its data, or sets its permissions. */
export async function appCommand(
  command: CommandNamed<'stopApp' | 'killApp' | 'clearState' | 'setPermissions'>,
  around: Surroundings,
): Promise<void> {
  const app = await appOf(command.appId, around);
  if (command.name === 'setPermissions') return permit(app, command.permissions, around);
  await around.hand.act(command.name === 'clearState' ? 'clear_app_data' : 'close_app', { app });
}

export async function openLink(
  { link }: CommandNamed<'openLink'>,
  { hand, scripts }: Surroundings,
): Promise<void> {
  await hand.act('open_uri', { uri: await scripts.text(link) });
}
