import type { Cancel } from './clock.ts';
import type { LogLevel } from './log.ts';
import type { Notification } from './notifications.ts';
import type { Framework } from './framework.ts';
import type { Screen } from '../views/screen.ts';

/** The interface of apps: data, and functions from state to views. A new app is a file and a line in the registry. */

export interface Intent {
  /** `package/.Activity` or `package/full.Activity`. */
  readonly component?: string;
  readonly action?: string;
  readonly data?: string;
  /** Its MIME type. */
  readonly type?: string;
  /** Only activities of this app answer. */
  readonly package?: string;
  /** The user (of a work profile) that it starts in. Default: the phone's own. */
  readonly user?: number;
  readonly extras?: Extras;
  /** FLAG_ACTIVITY_SINGLE_TOP: an activity that is already on top of its task comes to the front as it is. */
  readonly singleTop?: boolean;
  /** FLAG_ACTIVITY_CLEAR_TASK: the task of its app is emptied first. */
  readonly clearTask?: boolean;
}

/** The data of an intent. A null is a text without value (`--esn`). */
export type Extras = Readonly<
  Record<string, string | number | boolean | null | readonly (string | number)[]>
>;

/** An intent filter of a manifest: the intents that an activity takes. */
export interface IntentFilter {
  readonly action: string;
  readonly activity: string;
  readonly schemes?: readonly string[];
  readonly hosts?: readonly string[];
  readonly mimeTypes?: readonly string[];
  /** The site of these hosts confirms that they belong to this app. */
  readonly verified?: boolean;
}

export interface AppIcon {
  /** One character, or an SVG path of a 24x24 icon. */
  readonly glyph: string;
  readonly color: string;
}

/** A running activity, seen from its own code. */
export interface Activity<State, Data> {
  readonly state: State;
  /** Data that all activities of the app share; it survives the app's process. */
  readonly data: Data;
  readonly intent: Intent;
  readonly phone: Framework;
  /** Changes the state and renders again. A silent change is drawn, but sends no accessibility event. */
  setState(change: Partial<State>, options?: { silent?: boolean }): void;
  setData(change: Partial<Data>): void;
  start(intent: Intent, onResult?: (result: unknown) => void): void;
  finish(result?: unknown): void;
  toast(text: string): void;
  notify(notification: Omit<Notification, 'package' | 'time'>): void;
  /** A timer that dies with the process. */
  after(ms: number, callback: () => void): Cancel;
  log(message: string, level?: LogLevel): void;
  /** Gives the focus to the field with this id, and opens the keyboard. */
  focus(id: string): void;
  hideKeyboard(): void;
}

export interface ActivityDefinition<State, Data> {
  readonly initial: (intent: Intent, data: Data) => State;
  readonly render: (state: State, self: Activity<State, Data>) => Screen;
  /** Whether the keyboard shrinks the content (default) or pushes it up. */
  readonly softInput?: 'resize' | 'pan';
  /** FLAG_SECURE: black in screenshots. */
  readonly secure?: boolean;
  readonly onResume?: (self: Activity<State, Data>) => void;
  readonly onPause?: (self: Activity<State, Data>) => void;
  /** Returns true if it handled Back; the activity then stays. */
  readonly onBack?: (self: Activity<State, Data>) => boolean;
}

/** A service of an app: code without a screen that runs until it is stopped or its process ends. */
export interface ServiceDefinition {
  /** It calls startForeground as soon as it starts. */
  readonly foreground?: boolean;
  /** False: only the app itself may start it. */
  readonly exported?: boolean;
  /** The permission that a caller needs to start it. */
  readonly permission?: string | undefined;
  /** Called each time it is started; returns false if it stops itself at once. */
  readonly onStart?: (intent: Intent, phone: Framework) => boolean;
}

/** The result that a receiver sets: Activity.RESULT_OK is -1, RESULT_CANCELED 0. */
export interface BroadcastResult {
  readonly code: number;
  readonly data?: string;
}

export interface ReceiverDefinition {
  /** Its name in the manifest; undefined if it is only registered in code. */
  readonly name?: string;
  readonly actions: readonly string[];
  readonly receive: (intent: Intent, phone: Framework) => BroadcastResult;
}

/** The part of Activity that does not depend on the type of its state. */
export interface ActivityHost extends Omit<
  Activity<unknown, unknown>,
  'state' | 'data' | 'setState' | 'setData'
> {
  invalidate(options: { silent: boolean; wholeApp: boolean }): void;
}

/** A running activity, seen from the system, with its types hidden. */
export interface RunningActivity {
  /** Its state; no closure holds it, so that a snapshot of the phone finds it. */
  readonly memory: { readonly state: unknown };
  readonly softInput: 'resize' | 'pan';
  readonly secure: boolean;
  render(): Screen;
  resume(): void;
  pause(): void;
  back(): boolean;
}

/** The data of an app on one phone. */
interface Store<Data> {
  data: Data;
}

export interface ActivityType<Data> {
  launch(host: ActivityHost, store: Store<Data>): RunningActivity;
}

/** Describes one activity of an app. */
export function activity<State, Data = undefined>(
  definition: ActivityDefinition<State, Data>,
): ActivityType<Data> {
  return {
    launch(host, store) {
      const memory = { state: definition.initial(host.intent, store.data) };
      const self: Activity<State, Data> = {
        ...host,
        get state() {
          return memory.state;
        },
        get data() {
          return store.data;
        },
        setState(change, options) {
          memory.state = { ...memory.state, ...change };
          host.invalidate({ silent: options?.silent === true, wholeApp: false });
        },
        setData(change) {
          store.data = { ...store.data, ...change };
          host.invalidate({ silent: false, wholeApp: true });
        },
      };
      return {
        memory,
        softInput: definition.softInput ?? 'resize',
        secure: definition.secure ?? false,
        render: () => definition.render(memory.state, self),
        resume: () => definition.onResume?.(self),
        pause: () => definition.onPause?.(self),
        back: () => definition.onBack?.(self) ?? false,
      };
    },
  };
}

export interface AppDefinition<Data> {
  readonly package: string;
  readonly label: string;
  readonly icon: AppIcon;
  readonly version?: string;
  /** The activity that the launcher starts. Names are as in a manifest: `.Main` or `full.name.Main`. */
  readonly main: string;
  readonly activities: Readonly<Record<string, ActivityType<Data>>>;
  readonly data: () => Data;
  /** Not in the launcher, such as the launcher itself. */
  readonly hidden?: boolean;
  /** Implicit intents that this app answers, by action, and the activity that does. */
  readonly actions?: Readonly<Record<string, string>>;
  /** Further intents that it answers, by their data. */
  readonly filters?: readonly IntentFilter[];
  /** Activities that only the app itself may start. */
  readonly notExported?: readonly string[];
  /** By their names, as in a manifest. */
  readonly services?: Readonly<Record<string, ServiceDefinition>>;
  readonly receivers?: readonly ReceiverDefinition[];
}

/** An app that can be installed on any number of phones. */
export interface App extends Omit<AppDefinition<unknown>, 'activities' | 'data'> {
  readonly activityNames: readonly string[];
  install(): InstalledApp;
}

/** An app with its data on one phone. */
export interface InstalledApp {
  readonly app: App;
  readonly store: Readonly<Store<unknown>>;
  launch(activityName: string, host: ActivityHost): RunningActivity | undefined;
  /** Deletes all data, as `pm clear` does. */
  clear(): void;
}

/** Describes an app. */
export function defineApp<Data>(definition: AppDefinition<Data>): App {
  const { activities, data, ...facts } = definition;
  const app: App = {
    ...facts,
    activityNames: Object.keys(activities),
    install() {
      const store = { data: data() };
      return {
        app,
        store,
        launch: (name, host) => activities[name]?.launch(host, store),
        clear() {
          store.data = data();
        },
      };
    },
  };
  return app;
}
