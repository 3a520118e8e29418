import type { ToolContext } from '@handeye/core/tools/frame/define';
import type { Element } from '@handeye/screen/snapshot';
import type { PicturedSnapshot } from '@handeye/core/device/session';
import type { Command, CommandNamed, Env, Selector } from '../file/flow.ts';
import type { FinderOptions } from './finder.ts';
import type { Hand } from './hand.ts';
import type { Taken } from './result.ts';
import type { Screen } from './screen.ts';

/** The scripts of a flow, as they are run in it. */
export interface Scripting {
  text(template: string): Promise<string>;
  holds(template: string): Promise<boolean>;
  run(code: string, env: Env): Promise<void>;
  within<T>(env: Env, work: () => Promise<T>): Promise<T>;
  copiedText: string;
}

/** An element that a step means, certainly, and the screen that it was found on. */
export interface Meant {
  readonly element: Element;
  readonly snapshot: PicturedSnapshot;
}

/** Commands that hold others are the runner's. */
export type SimpleCommand = Exclude<
  Command,
  CommandNamed<'runFlow' | 'repeat' | 'retry' | 'runScript' | 'evalScript'>
>;

export interface Wanting {
  readonly timeout?: string | undefined;
  readonly optional?: boolean;
}

/** What a command has around it while it is performed. */
export interface Surroundings {
  readonly context: ToolContext;
  readonly screen: Screen;
  readonly hand: Hand;
  readonly scripts: Scripting;
  /** The app of the flow's header. */
  readonly appId: string | undefined;
  readonly finder: FinderOptions;
  /** Waits for the element that a selector means; diverges if it does not come. */
  readonly meant: (selector: Selector, wanting?: Wanting) => Promise<Meant>;
  /** Waits until a selector means something, or nothing; false if that does not come. */
  readonly comes: (selector: Selector, how: { visible: boolean; timeout: number }) => Promise<boolean>;
  readonly take: (taken: Taken) => void;
  readonly remark: (text: string) => void;
}
