import type { Call } from '@handeye/core/call/call';
import { actionFailed } from '@handeye/core/device/errors';
import type {
  BroadcastResult,
  Intent,
  Intents,
  Links,
  Opened,
  UriToOpen,
} from '@handeye/core/device/services/links';
import { FIRST_SDK_WITH_QUERIES } from '../apps/packages.ts';
import { uncovered } from '../apps/in-front.ts';
import type { ShellCommand } from '@handeye/adb/shell/quote';
import { outputOf, type Phone, retryIfConnectionLost, sh } from '../phone.ts';
import type { Traits } from '../traits.ts';
import {
  broadcastCommand,
  isServiceListed,
  parseReceivers,
  resolveCommands,
  saysNobody,
  startActivityCommand,
  startServiceCommand,
} from './am-intent.ts';
import { intentFailure, nobodyTakes } from './failures.ts';
import { cameToFront } from './came-to-front.ts';

const VIEW = 'android.intent.action.VIEW';

/** Addresses and intents, sent by `am`. */
export class AndroidLinks implements Links, Intents {
  readonly #phone: Phone;
  readonly #sdk: number;

  constructor(phone: Phone, { sdk }: Pick<Traits, 'sdk'>) {
    this.#phone = phone;
    this.#sdk = sdk;
  }

  get intents(): Intents {
    return this;
  }

  handlers(wanted: UriToOpen, call: Call): Promise<readonly string[]> {
    return this.receivers(viewing(wanted), call);
  }

  openUri(wanted: UriToOpen, call: Call): Promise<Opened> {
    return this.start(viewing(wanted), call);
  }

  /** Up to Android 6 there is no such query; receivers that an app registers while it runs are in no list on any release. */
  async receivers(intent: Intent, call: Call): Promise<readonly string[]> {
    const { type, component, packageName } = intent;
    if (component !== undefined) return [component.slice(0, component.indexOf('/'))];
    if (packageName !== undefined) return [packageName];
    if (type !== 'activity' || this.#sdk < FIRST_SDK_WITH_QUERIES) return [];
    const commands = resolveCommands(intent);
    const answers = await retryIfConnectionLost(call, () => this.#phone.script(commands, call));
    const [resolved = '', queried = ''] = answers.map(outputOf);
    if (saysNobody(resolved, queried)) throw nobodyTakes(intent);
    return parseReceivers(resolved, queried);
  }

  async start(intent: Intent, call: Call): Promise<Opened> {
    const before = await uncovered(this.#phone, this.#sdk, call);
    const said = await this.#send(startActivityCommand(intent), intent, call);
    const packageName = intent.packageName ?? intent.component?.slice(0, intent.component.indexOf('/'));
    // An activity on top gets the intent and stays; its task, or the activity, may have been in front before.
    const mayStay = said.includes('Warning: Activity not started');
    return cameToFront(this.#phone, { before, packageName, mayStay }, call);
  }

  async broadcast(intent: Intent, call: Call): Promise<BroadcastResult> {
    const said = await this.#send(broadcastCommand(intent), intent, call);
    const [, code, data] = /^Broadcast completed: result=(-?\d+)(?:, data="(.*)")?/ms.exec(said) ?? [];
    if (code === undefined) throw actionFailed('The phone did not say that the broadcast was delivered.');
    return { code: Number(code), data };
  }

  async startService(intent: Intent, call: Call): Promise<{ running: boolean | undefined }> {
    await this.#send(startServiceCommand(intent), intent, call);
    const { component } = intent;
    const command =
      component === undefined ? sh`dumpsys activity services` : sh`dumpsys activity services ${component}`;
    const listed = outputOf(await retryIfConnectionLost(call, () => this.#phone.run(command, call)));
    return { running: isServiceListed(listed, intent) };
  }

  /** Never sent twice: its effect cannot be seen from outside. */
  async #send(command: ShellCommand, intent: Intent, call: Call): Promise<string> {
    const result = await this.#phone.run(command, call);
    const failure = intentFailure(result, intent);
    if (failure) throw failure;
    return `${outputOf(result)}\n${result.stderr}`;
  }
}

function viewing({ uri, packageName, mimeType }: UriToOpen): Intent {
  return { type: 'activity', action: VIEW, data: uri, mimeType, packageName, extras: [], flags: 0 };
}
