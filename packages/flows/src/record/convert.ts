import { join } from 'node:path';
import type { Command, CommandOptions, Env, Selector } from '../file/flow.ts';
import { literalPattern } from '../file/pattern.ts';
import type { RunAct } from './memory.ts';
import { variableName } from './typed.ts';

/** The commands of a run, and what of it they do not repeat. */
export interface Converted {
  readonly appId: string | undefined;
  readonly commands: readonly Command[];
  readonly env: Env;
  /** For who saves: a sentence each. */
  readonly remarks: readonly string[];
}

export interface ConvertOptions {
  readonly variables: boolean;
  /** Where the flow will be. */
  readonly folder: string;
}

const plain: CommandOptions = { optional: false, expect: [] };

/** The acts of a run as commands of a flow. */
export function converted(acts: readonly RunAct[], { variables, folder }: ConvertOptions): Converted {
  const kept = withoutUndone(acts.filter(({ inVain }) => !inVain));
  const conversion = new Conversion(variables, folder);
  const commands = kept.flatMap((act) => conversion.commandsOf(act));
  const appId = startOf(kept);
  const starts = commands[0]?.name === 'launchApp' || appId === undefined;
  return {
    appId,
    commands: starts ? commands : [{ ...plain, name: 'launchApp', appId }, ...commands],
    env: conversion.env,
    remarks: conversion.remarks,
  };
}

function startOf([first]: readonly RunAct[]): string | undefined {
  if (!first) return undefined;
  return first.tool === 'open_app' || isLauncher(first.before.app) ? first.after.app : first.before.app;
}

function isLauncher(app = ''): boolean {
  return /launcher|\.home$/i.test(app);
}

/** An act that a BACK undid at once left nothing. */
function withoutUndone(acts: readonly RunAct[]): readonly RunAct[] {
  const kept: RunAct[] = [];
  for (const act of acts) {
    const last = kept.at(-1);
    const isBack = act.tool === 'press_back' || (act.tool === 'press_key' && act.args.key === 'BACK');
    const isUndone = last?.before.hash !== undefined && last.before.hash === act.after.hash;
    const undoable = last && ['click_element', 'long_click_element', 'tap', 'long_press'].includes(last.tool);
    if (isBack && isUndone && undoable === true) kept.pop();
    else kept.push(act);
  }
  return kept;
}

class Conversion {
  readonly remarks: string[] = [];
  readonly #variables: boolean;
  readonly #folder: string;
  readonly #env: Record<string, string> = {};

  constructor(variables: boolean, folder: string) {
    this.#variables = variables;
    this.#folder = folder;
  }

  get env(): Env {
    return this.#env;
  }

  commandsOf(act: RunAct): readonly Command[] {
    const { tool, args, target, after, before } = act;
    const own: CommandOptions = { optional: false, expect: act.effects };
    const opens: CommandOptions = { ...plain, expect: act.effects.filter(({ kind }) => kind !== 'app') };
    const opened = after.app ?? appIn(act.said);
    const opensFromHome = isLauncher(before.app) && after.app !== undefined && after.app !== before.app;
    switch (tool) {
      case 'click_element':
      case 'tap':
        if (opensFromHome) return [{ ...opens, name: 'launchApp', appId: after.app }];
        return this.#tap('tapOn', act);
      case 'long_click_element':
      case 'long_press':
        return this.#tap('longPressOn', act);
      case 'double_tap':
        return this.#tap('doubleTapOn', act);
      case 'input_text':
        return [...(args.element_id === undefined ? [] : this.#focus(target)), this.#typing(act)];
      case 'set_text':
      case 'clear_text':
        return [
          ...this.#focus(target),
          { ...plain, name: 'eraseText' },
          ...(tool === 'set_text' ? [this.#typing(act)] : []),
        ];
      case 'press_back':
        return [{ ...own, name: 'back' }];
      case 'press_home':
        return [{ ...own, name: 'pressKey', key: 'home' }];
      case 'press_key':
        return this.#key(act, own);
      case 'open_app':
        return opened === undefined
          ? this.#lost(act)
          : [{ ...opens, name: 'launchApp', appId: opened, ...(act.number > 1 && { stopApp: false }) }];
      case 'close_app':
        return this.#onApp(act, { ...own, name: 'stopApp' });
      case 'clear_app_data':
        return this.#onApp(act, { ...own, name: 'clearState' });
      case 'open_uri':
        return [
          { ...own, name: 'openLink', link: quoted(String(args.uri)), browser: false, autoVerify: false },
        ];
      case 'set_clipboard':
        return act.typed?.kind === 'text'
          ? [{ ...own, name: 'setClipboard', text: quoted(act.typed.text) }]
          : this.#lost(act);
      case 'swipe':
        return this.#swipe(act, own);
      case 'scroll':
        return scrolls(act);
      case 'wait_for_element':
        return waits(args);
      case 'wait_for_idle':
        return [{ ...plain, name: 'waitForAnimationToEnd', timeout: Number(args.timeout) }];
      case 'run_flow':
        return [
          {
            ...own,
            name: 'runFlow',
            file: join(this.#folder, `${String(args.name)}.flow.yaml`),
            commands: [],
            env: {},
          },
        ];
      case 'set_device_state':
        return this.#state(act, own);
      case 'scroll_to_element':
        return target ? [scrollTo(target, args.direction)] : this.#lost(act);
      default:
        return this.#lost(act);
    }
  }

  #lost({ number, tool }: RunAct): readonly Command[] {
    this.remarks.push(`act ${number}: a flow has no command for ${tool}; it was left out`);
    return [];
  }

  /** On the element that was met; a place on the screen only where nothing there can be named. */
  #tap(name: 'tapOn' | 'doubleTapOn' | 'longPressOn', act: RunAct): readonly Command[] {
    if (act.target) return [{ ...plain, name, selector: act.target, expect: act.effects }];
    const { x, y } = act.args;
    const point = shareOf(act, x, y);
    if (point === undefined) return this.#lost(act);
    this.remarks.push(`act ${act.number}: ${act.tool} is by position: nothing there has a name`);
    return [{ ...plain, name, point, by: 'position', expect: act.effects }];
  }

  #focus(target: Selector | undefined): readonly Command[] {
    return target ? [{ ...plain, name: 'tapOn', selector: target }] : [];
  }

  #typing(act: RunAct): Command {
    const { typed, target, number } = act;
    if (typed?.kind === 'secret') return { ...plain, name: 'inputText', secret: typed.name };
    const label = target?.id ?? target?.text ?? target?.desc ?? 'TEXT';
    const isBlank = typed?.kind !== 'text';
    if (!isBlank && !this.#variables)
      return { ...plain, name: 'inputText', text: quoted(typed.text), expect: act.effects };
    const name = variableName(
      isBlank && target === undefined ? 'PASSWORD' : label,
      new Set(Object.keys(this.#env)),
    );
    this.#env[name] = isBlank ? '' : typed.text;
    if (isBlank) this.remarks.push(`act ${number}: what was typed is secret; set the variable ${name}`);
    return { ...plain, name: 'inputText', text: `\${${name}}` };
  }

  #key(act: RunAct, own: CommandOptions): readonly Command[] {
    const keys = {
      ENTER: 'enter',
      DEL: 'backspace',
      TAB: 'tab',
      HOME: 'home',
      UP: 'remote dpad up',
      DOWN: 'remote dpad down',
    } as const;
    const further = {
      LEFT: 'remote dpad left',
      RIGHT: 'remote dpad right',
      VOLUME_UP: 'volume up',
      VOLUME_DOWN: 'volume down',
    } as const;
    const known: Readonly<
      Record<string, (typeof keys)[keyof typeof keys] | (typeof further)[keyof typeof further]>
    > = { ...keys, ...further };
    const name = String(act.args.key).toUpperCase();
    if (name === 'BACK') return [{ ...own, name: 'back' }];
    if (name === 'SPACE') return [{ ...own, name: 'inputText', text: ' ' }];
    const key = known[name];
    return key === undefined ? this.#lost(act) : [{ ...own, name: 'pressKey', key }];
  }

  #onApp(act: RunAct, command: Command & { readonly name: 'stopApp' | 'clearState' }): readonly Command[] {
    const appId = appIn(act.said) ?? String(act.args.app);
    return appId.includes('.') ? [{ ...command, appId }] : this.#lost(act);
  }

  #swipe(act: RunAct, own: CommandOptions): readonly Command[] {
    const { x1, y1, x2, y2, duration = 300 } = act.args;
    const [start, end] = [shareOf(act, x1, y1), shareOf(act, x2, y2)];
    if (start === undefined || end === undefined) return this.#lost(act);
    this.remarks.push(`act ${act.number}: swipe is by position`);
    return [{ ...own, name: 'swipe', start, end, duration: Number(duration), by: 'position' }];
  }

  #state(act: RunAct, own: CommandOptions): readonly Command[] {
    const { rotation, airplane, dark_theme: dark, ...others } = act.args;
    const turned = { 0: 'PORTRAIT', 90: 'LANDSCAPE_LEFT', 180: 'UPSIDE_DOWN', 270: 'LANDSCAPE_RIGHT' }[
      Number(rotation)
    ];
    if (Object.keys(others).length > 0) this.#lost(act);
    return [
      ...(turned === undefined ? [] : [{ ...own, name: 'setOrientation' as const, orientation: turned }]),
      ...(typeof airplane === 'boolean'
        ? [{ ...own, name: 'setAirplaneMode' as const, enabled: airplane }]
        : []),
      ...(typeof dark === 'boolean' ? [{ ...own, name: 'setDarkMode' as const, enabled: dark }] : []),
    ];
  }
}

const scrolling = { timeout: '20000', speed: '40', visibilityPercentage: 100, centerElement: false } as const;

function scrollTo(element: Selector, way: unknown): Command {
  const direction = directions.find((one) => one === way) ?? 'DOWN';
  return { ...plain, ...scrolling, name: 'scrollUntilVisible', element, direction };
}

const directions = ['UP', 'DOWN', 'LEFT', 'RIGHT'] as const;

function scrolls({ args, said }: RunAct): readonly Command[] {
  const [, way = 'down'] = /^Scroll (up|down|left|right)/.exec(said) ?? [];
  const { until } = args;
  if (typeof until === 'string')
    return [scrollTo({ text: `.*${literalPattern(until)}.*` }, way.toUpperCase())];
  const direction = directions.find((one) => one === way.toUpperCase()) ?? 'DOWN';
  return [{ ...plain, name: 'swipe', direction: against[direction], duration: 400, by: 'position' }];
}

/** The finger moves against the direction of a scroll. */
const against = { UP: 'DOWN', DOWN: 'UP', LEFT: 'RIGHT', RIGHT: 'LEFT' } as const;

/** Waits found what they waited for: it is there at this point of the flow, or gone. */
function waits({ by = 'any', value, gone, timeout }: RunAct['args']): readonly Command[] {
  const values = Array.isArray(value) ? value.map(String) : [String(value)];
  const pattern = `.*(${values.map(literalPattern).join('|')}).*`;
  const one = values.length === 1 ? `.*${literalPattern(values[0] ?? '')}.*` : pattern;
  const selector: Selector =
    by === 'resource_id' ? { id: one } : by === 'content_desc' ? { desc: one } : { text: one };
  if (by === 'class_name') return [];
  const limit = typeof timeout === 'number' && timeout > 17_000 ? { timeout: String(timeout) } : {};
  const name = gone === true ? 'assertNotVisible' : 'assertVisible';
  return [{ ...plain, ...limit, name, selector }];
}

function shareOf({ screen }: RunAct, x: unknown, y: unknown): string | undefined {
  if (!screen || typeof x !== 'number' || typeof y !== 'number') return undefined;
  return `${Math.round((x / screen.width) * 100)}%,${Math.round((y / screen.height) * 100)}%`;
}

/** The id in `Opened Clock (com.example.clock)`. */
function appIn(said: string): string | undefined {
  return /\(([\w.]+\.[\w.]+)\)/.exec(said)?.[1];
}

/** A text that holds `${` is no script. */
function quoted(text: string): string {
  return text.replaceAll('${', '\\${');
}
