import * as z from 'zod';
import { invalidParams, permissionDenied } from '../../device/errors.ts';
import {
  type Intent,
  type Intents,
  intentTypes,
  type Links,
  type Opened,
} from '../../device/services/links.ts';
import type { Device } from '../../device/port.ts';
import { guarded } from '@handeye/screen/format/lean/text';
import { flat, shown } from '@handeye/screen/sanitize';
import { Acted, acting, defineTool, moving, type Tool, type ToolContext } from '../frame/define.ts';
import { withRemarks } from '../frame/words.ts';
import { appsOf, meantApp } from './apps.ts';
import { COMPONENT, extrasOf } from './extras.ts';
import { flagsOf } from './intent-flags.ts';
import { NO_OTHER_WAY } from '../../guard/refusals.ts';

const SEND = 'android.intent.action.SEND';
const EXTRA_TEXT = 'android.intent.extra.TEXT';
const MIME_TYPE = /^[\w.+-]+\/[\w.+*-]+$/;

const NAME_THE_APP = 'Pass package_name.';
const NAME_THE_COMPONENT = 'Pass component.';

function linksOf({ services }: Device): Links {
  if (!services?.links) throw permissionDenied('This device cannot open addresses.');
  return services.links;
}

function intentsOf({ services }: Device): Intents {
  if (!services?.links?.intents) throw permissionDenied('Intents belong to Android.');
  return services.links.intents;
}

const openUri = defineTool({
  name: 'open_uri',
  title: 'Open address',
  description:
    'Open a URI in the app for it: http, https, geo, mailto, market; others if the user allowed them.',
  hints: moving,
  class: 'apps',
  needs: 'openUris',
  input: z.strictObject({
    uri: z.string().min(1),
    package_name: z.string().min(1).optional().describe('App that must open it'),
    mime_type: z.string().optional(),
  }),
  limit: ({ look, action }) => look + action,
  example: { uri: 'https://example.com/' },
  fails: {
    invalid_params: '`uri` is no whole address, or holds spaces or invisible characters.',
    element_not_found: 'No app fits `package_name`.',
    permission_denied:
      'The scheme is not allowed (`--allow-uri`), or the policy forbids an app that may open it.',
    action_failed: 'No app opens such addresses.',
  },
  async handle(context, { uri, package_name: wanted, mime_type: mimeType }) {
    if (mimeType !== undefined && !MIME_TYPE.test(mimeType))
      throw invalidParams("Parameter 'mime_type' must be a MIME type, such as text/plain");
    const { device, hands, call, policy } = context;
    const address = permittedUri('uri', uri, policy);
    const links = linksOf(device);
    const app = wanted === undefined ? undefined : await meantApp(appsOf(device), wanted, call);
    if (app?.profile)
      throw permissionDenied(
        `Addresses open in apps of the phone's own user, not in those of a profile. Pass ${app.id} if it is there too.`,
      );
    if (app) await hands.mayReachAll(() => Promise.resolve([app.id]), { sent: { uri: address } });
    const link = { uri: address, mimeType, packageName: app?.id };
    const only = app
      ? app.id
      : await hands.mayReachAll(() => links.handlers(link, call), {
          howToNameReceiver: NAME_THE_APP,
          sent: { uri: address },
        });
    return answer(await hands.change(() => links.openUri({ ...link, packageName: only }, call)));
  },
});

const sendIntent = defineTool({
  name: 'send_intent',
  title: 'Send intent',
  description: 'Start an Android activity or service, or send a broadcast. data: schemes as in open_uri.',
  hints: acting,
  class: 'apps',
  needs: 'intents',
  input: z.strictObject({
    type: z.enum(intentTypes),
    action: z.string().min(1).optional(),
    data: z.string().optional().describe('URI'),
    component: z.string().optional().describe('package/class'),
    extras: z.record(z.string(), z.unknown()).optional(),
    extras_types: z.record(z.string(), z.string()).optional().describe('int, long, uri, string[] …'),
    flags: z
      .array(z.union([z.string(), z.int()]))
      .optional()
      .describe('Names or numbers'),
  }),
  limit: ({ look, action }) => look + action,
  example: {
    type: 'activity',
    action: SEND,
    extras: { [EXTRA_TEXT]: 'Buy milk' },
  },
  fails: {
    invalid_params: 'Nothing says what is meant, or an extra or a flag is none.',
    element_not_found: 'There is no such activity or service.',
    permission_denied:
      'The scheme of `data` is not allowed (`--allow-uri`), the policy forbids an app that may get it, only the app itself may reach it, or only the system may send it.',
    action_failed: 'No app takes it, or Android does not start a service in the background.',
  },
  async handle(context, args) {
    const { device, hands, call } = context;
    const asked = intentOf(context, args);
    const intents = intentsOf(device);
    const only = await hands.mayReachAll(() => intents.receivers(asked, call), {
      howToNameReceiver: asked.component === undefined ? NAME_THE_COMPONENT : undefined,
      text: carriedBy(asked),
      sent: { uri: asked.data, intent: asked.action, component: asked.component },
    });
    const intent = asked.component === undefined ? { ...asked, packageName: only } : asked;
    return hands.change(() => sent(intents, intent, call));
  },
});

interface IntentArguments {
  readonly type: Intent['type'];
  readonly action?: string | undefined;
  readonly data?: string | undefined;
  readonly component?: string | undefined;
  readonly extras?: Readonly<Record<string, unknown>> | undefined;
  readonly extras_types?: Parameters<typeof extrasOf>[1] | undefined;
  readonly flags?: readonly (string | number)[] | undefined;
}

function intentOf({ policy }: ToolContext, args: IntentArguments): Intent {
  const { type, action, data, component, extras = {}, extras_types: types = {}, flags = [] } = args;
  if ([action, data, component].every((part) => part === undefined)) {
    throw invalidParams('One of action, data and component is needed to say what is meant');
  }
  if (component !== undefined && !COMPONENT.test(component))
    throw invalidParams("Parameter 'component' must be package/class, such as org.example/.MainActivity");
  // A text to share has no address, so its kind has to be told: filters for it ask for a MIME type.
  const isText = action === SEND && data === undefined && Object.hasOwn(extras, EXTRA_TEXT);
  return {
    type,
    action,
    data: data === undefined ? undefined : permittedUri('data', data, policy),
    mimeType: isText ? 'text/plain' : undefined,
    component,
    extras: extrasOf(extras, types, (parameter, uri) => permittedUri(parameter, uri, policy)),
    flags: flagsOf(flags),
  };
}

/** The content of an intent, for the person who is asked about it: the text of a message, or its recipient. */
function carriedBy({ extras }: Intent): string | undefined {
  const lines = extras.map(({ key, values }) => `${key}: ${values.join(', ')}`);
  return lines.length === 0 ? undefined : lines.join('\n');
}

async function sent(intents: Intents, intent: Intent, call: ToolContext['call']): Promise<Acted> {
  switch (intent.type) {
    case 'activity':
      return answer(await intents.start(intent, call));
    case 'broadcast': {
      const { code, data } = await intents.broadcast(intent, call);
      const said = data === undefined ? '' : `, data: ${guarded(flat(shown(data)))}`;
      return new Acted(`Broadcast sent: result ${code}${code === 0 ? NO_RESULT : ''}${said}`);
    }
    case 'service': {
      const { running } = await intents.startService(intent, call);
      if (running === undefined)
        return new Acted('Service started. Whether it runs is told only if component names it');
      return new Acted(running ? 'Service started: it runs' : 'Service started: it has ended already');
    }
  }
}

const NO_RESULT = ' (also if no app listens)';

/** The application that came to the front; without one, the remark says what is there instead. */
function answer({ app, activity, remark }: Opened): Acted {
  if (app === undefined) return new Acted(`Sent: ${remark ?? 'nothing that is known came to the front'}`);
  const where = activity === undefined ? app : `${app} (${activity})`;
  return new Acted(withRemarks(`Opened in ${flat(shown(where))}`, remark));
}

/** Tools that open addresses and send intents. */
export const linkTools: readonly Tool[] = [openUri, sendIntent];

/** Schemes of addresses that every client may open: they show something, and nothing is called, sent or read from a disk. */
const openSchemes: ReadonlySet<string> = new Set(['http', 'https', 'geo', 'mailto', 'market']);

/** RFC 3986. What a device takes for the scheme must be what was checked, so nothing else may come before the colon. */
const ADDRESS = /^([A-Za-z][A-Za-z0-9+.-]*):(.+)$/s;
/** Blanks, line ends, control and invisible characters: some readers of addresses skip them. */
const INVISIBLE = /[\s\p{C}\p{Z}]/u;

/**
 * An address that may be opened, with its scheme in lower case: Android compares schemes exactly, and a policy must not depend
 * on that. Throws for all other addresses.
 */
function permittedUri(
  parameter: string,
  uri: string,
  { allowedSchemes }: { readonly allowedSchemes: readonly string[] },
): string {
  const text = uri.trim();
  if (INVISIBLE.test(text)) {
    throw invalidParams(
      `Parameter '${parameter}' holds a space, a line end or an invisible character. Percent-encode it: a space is %20`,
    );
  }
  const [, scheme, rest] = ADDRESS.exec(text) ?? [];
  if (scheme === undefined || rest === undefined) {
    throw invalidParams(`Parameter '${parameter}' must be a whole address, such as https://example.com/`);
  }
  const lower = scheme.toLowerCase();
  if (!openSchemes.has(lower) && !allowedSchemes.includes(lower)) {
    throw permissionDenied(
      `The policy of this server does not open ${lower}: addresses. Only the user can allow it, with --allow-uri ${lower}; ${[...openSchemes].join(', ')} are always allowed. ${NO_OTHER_WAY}`,
    );
  }
  return `${lower}:${rest}`;
}
