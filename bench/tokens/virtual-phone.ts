import { type AndroidRelease, type VirtualPhone, startPhone } from '@handeye/virtual-phone';
import type { DumpedScreen } from './dump.ts';

const releases: readonly AndroidRelease[] = [5, 9, 12, 14];
const FILE = '/data/local/tmp/bench-tokens.xml';

const settingsPages = [
  'network wifi devices apps battery storage notifications sound display',
  'accessibility security location emergency system languages dateTime about',
].flatMap((pages) => pages.split(' '));

type Intent = Parameters<VirtualPhone['framework']['start']>[0];

/** Screens below the first of an app, as apps open them. */
const inner: readonly Intent[] = [
  ...settingsPages.map((page) => ({ component: 'com.android.settings/.SubSettings', extras: { page } })),
  { component: 'com.example.notes/.NoteEditActivity', extras: { id: 4 } },
  { component: 'com.android.contacts/.quickcontact.QuickContactActivity', extras: { id: 7 } },
  {
    component: 'com.android.messaging/.ui.conversation.ConversationActivity',
    extras: { number: '+1 555-0102' },
  },
  { component: 'com.example.reader/.ArticleActivity', extras: { article: 2 } },
  { component: 'com.example.reader/.BrowserActivity' },
  { component: 'com.example.login/.WelcomeActivity', extras: { user: 'demo' } },
  { action: 'android.intent.action.SHOW_ALARMS' },
  { action: 'android.intent.action.SHOW_TIMERS' },
];

/** The virtual phone's own screens, in all its releases: every app's first, many of those below, and the shade. */
export async function virtualPhoneScreens(): Promise<readonly DumpedScreen[]> {
  const screens: DumpedScreen[] = [];
  for (const release of releases) {
    const phone = await startPhone({ release, idleWaitMs: 0 });
    try {
      screens.push(...(await screensOf(phone, release)));
    } finally {
      await phone.close();
    }
  }
  return screens;
}

async function screensOf(phone: VirtualPhone, release: AndroidRelease): Promise<DumpedScreen[]> {
  const { framework } = phone;
  for (const name of ['window_animation_scale', 'transition_animation_scale']) {
    framework.settings.put('global', name, '0');
  }
  const first = framework.apps.filter(({ hidden }) => hidden !== true);
  const intents = [...first.map((app) => ({ component: `${app.package}/${app.main}` })), ...inner];
  const screens = [await dumped(phone, release)];
  for (const intent of intents) {
    const app = framework.resolveActivity(intent)?.package;
    if (app !== undefined) framework.forceStop(app);
    framework.start(intent);
    screens.push(await dumped(phone, release));
  }
  framework.expandNotifications();
  return [...screens, await dumped(phone, release)];
}

async function dumped(phone: VirtualPhone, release: AndroidRelease): Promise<DumpedScreen> {
  const front = phone.framework.resumedActivity();
  const { width, height } = phone.framework.display.size;
  const plainXml = await dump(phone, '');
  return {
    group: 'virtual phone',
    name: `Android ${release}, ${front?.package}/${front?.short}`,
    app: front?.package ?? '',
    size: { width, height },
    // Android 11 and later can dump all windows, and Handeye asks for them.
    xml: release >= 12 ? await dump(phone, '--windows') : plainXml,
    plainXml,
  };
}

async function dump(phone: VirtualPhone, option: '' | '--windows'): Promise<string> {
  const process = phone.android.spawn(`uiautomator dump ${option} ${FILE} >/dev/null && cat ${FILE}`);
  process.stdin.end();
  const parts: Uint8Array[] = [];
  for await (const bytes of process.stdout) parts.push(bytes);
  return Buffer.concat(parts).toString();
}
