import { apps as registeredApps } from '../apps/registry.ts';
import type { AndroidRelease } from '../machine.ts';
import { Painter, type Picture } from '../render/picture.ts';
import { AccessibilityEvents } from './accessibility-events.ts';
import { Activities, type StartOutcome, type Task } from './activities.ts';
import { activityHost } from './activity-host.ts';
import type { Component } from './activity-record.ts';
import { Alerts } from './alerts.ts';
import type { App, Intent, Screen } from './app.ts';
import { realClock, type Clock } from './clock.ts';
import { Display, type Rotation } from './display.ts';
import { noFaults, type Faults } from './faults.ts';
import type { PointerInput } from './gesture.ts';
import { InstalledApps } from './installed-apps.ts';
import { keepInView } from './keep-in-view.ts';
import { pressKey, type KeyOptions } from './key-input.ts';
import { LogBuffer } from './log.ts';
import { Notifications } from './notifications.ts';
import { Processes, systemServer } from './processes.ts';
import { Scrolling } from './scrolling.ts';
import { Settings } from './settings.ts';
import { shapes, type PhoneShape } from './shape.ts';
import type { Surface } from './surface.ts';
import { keyboardTop, systemSurfaces } from './system-surfaces.ts';
import { TextInput } from './text-input.ts';
import { Touch } from './touch.ts';
import { Windows, type PhoneWindow } from './windows.ts';

export interface PhoneOptions {
  readonly release?: AndroidRelease;
  /** Another phone than the release's own: `{ ...shapes[14], width: 720 }`. */
  readonly shape?: PhoneShape;
  readonly clock?: Clock;
  readonly apps?: readonly App[];
}

/** The activity in front, as dumpsys names it. */
export interface ResumedActivity extends Component {
  readonly taskId: number;
  readonly recordId: number;
}

/** Starts a phone that shows its home screen. */
export function createPhoneSystem(options: PhoneOptions = {}): PhoneSystem {
  return new PhoneSystem(options);
}

/** The virtual phone without its wires: everything that shell commands, tests and apps do with it goes through here. */
export class PhoneSystem {
  readonly shape: PhoneShape;
  readonly clock: Clock;
  readonly bootedAt: number;
  readonly settings = new Settings();
  readonly display: Display;
  readonly log: LogBuffer;
  readonly events: AccessibilityEvents;
  readonly processes = new Processes();
  readonly notifications: Notifications;
  readonly clipboard = { text: '' };
  readonly battery = { level: 85, charging: true, temperature: 250, voltage: 4200 };
  readonly faults: Faults = noFaults();
  readonly homePackage = 'com.android.launcher3';
  awake = true;

  readonly textInput: TextInput;
  readonly #apps: InstalledApps;
  readonly #activities: Activities;
  readonly #windows: Windows;
  readonly #touch: Touch;
  readonly #alerts: Alerts;
  readonly #painter = new Painter();

  constructor(options: PhoneOptions) {
    this.shape = options.shape ?? shapes[options.release ?? 14];
    this.clock = options.clock ?? realClock();
    this.bootedAt = this.clock.now();
    this.display = new Display(this.shape, this.settings);
    this.log = new LogBuffer(this.clock);
    this.events = new AccessibilityEvents(this.clock);
    this.notifications = new Notifications((packageName) => {
      this.#invalidate();
      this.events.send('notificationStateChanged', packageName);
    });
    const context = {
      clock: this.clock,
      log: this.log,
      processes: this.processes,
      crashed: (packageName: string, error: Error) => {
        this.crash(packageName, error);
      },
    };
    this.#apps = new InstalledApps(context, options.apps ?? registeredApps);
    const run = (surface: Surface, handler: () => void) => this.#apps.guard(surface.spec.package, handler);
    this.textInput = new TextInput({
      clock: this.clock,
      events: this.events,
      clipboard: this.clipboard,
      scales: () => this.display,
      hasKeyboard: this.shape.keyboard,
      slideMs: () => this.shape.keyboardSlideMs * this.settings.number('global', 'window_animation_scale', 1),
      focusedSurface: () => this.#windows.focused(),
      run,
      keyboardChanged: () => {
        this.#keyboardChanged();
      },
      focusChanged: () => {
        this.#windows.system?.keyboard.invalidate();
      },
    });
    this.#activities = new Activities({
      clock: this.clock,
      shape: this.shape,
      settings: this.settings,
      log: this.log,
      processes: this.processes,
      homePackage: this.homePackage,
      windows: {
        display: this.display,
        makeSurface: (spec) => this.#windows.make(spec),
        keyboardHeight: () => this.display.size.height - keyboardTop(this),
        guard: (packageName, code) => this.#apps.guard(packageName, code),
        windowsChanged: (packageName) => {
          this.#windowsChanged(packageName);
        },
      },
      installed: (packageName) => this.#apps.get(packageName),
      resolve: (action) => this.#apps.resolve(action),
      hostFor: (record, intent) =>
        activityHost(this, { activities: () => this.#activities, apps: this.#apps }, record, intent),
      frontChanged: (packageName) => {
        this.textInput.hide();
        this.#windowsChanged(packageName);
      },
    });
    this.#windows = new Windows({
      clock: this.clock,
      display: this.display,
      faults: this.faults,
      activities: this.#activities,
      textInput: this.textInput,
    });
    this.#alerts = new Alerts({
      clock: this.clock,
      display: this.display,
      windows: this.#windows,
      appLabel: (packageName) => this.appLabel(packageName),
      changed: () => {
        this.#windowsChanged('android');
      },
      forceStop: (packageName) => {
        this.forceStop(packageName);
      },
    });
    this.#touch = new Touch({
      clock: this.clock,
      display: this.display,
      events: this.events,
      scrolling: new Scrolling(this.clock, this.events),
      textInput: this.textInput,
      surfaces: () => this.#windows.surfaces(),
      responds: (surface) => this.#responds(surface),
      run,
    });
    this.#windows.system = systemSurfaces(this, this.#windows);
    this.settings.follow(() => {
      this.#windowsChanged(this.resumedActivity()?.package ?? 'android');
    });
    this.#tickMinutes();
    this.home();
  }

  // What is on the screen

  /** Every window, uppermost first. */
  windows(): readonly PhoneWindow[] {
    return this.#windows.list();
  }

  focusedWindow(): PhoneWindow | undefined {
    return this.windows().find((window) => window.focused);
  }

  resumedActivity(): ResumedActivity | undefined {
    const { front } = this.#activities;
    const task = front && this.#activities.taskOf(front);
    return front && task && { ...front.component, taskId: task.id, recordId: front.id };
  }

  /** What the activity in front shows, for the bars around it. */
  frontScreen(): Screen | undefined {
    return this.#activities.front?.screen();
  }

  /** All tasks with their activities, the front one last. */
  tasks(): readonly Task[] {
    return this.#activities.tasks;
  }

  /** The screen as pixels. */
  screenshot(): Picture {
    const secure = new Set(this.windows().flatMap((window) => (window.secure ? [window.id] : [])));
    return this.#painter.paint({
      surfaces: this.awake ? this.#windows.surfaces() : [],
      display: this.display,
      isSecure: (surface) => secure.has(surface.id),
      focused: this.#windows.focused(),
    });
  }

  // Fingers and keys

  /** One event of one finger, in pixels of the screen as it is held. */
  pointer(event: Omit<PointerInput, 'time'> & { time?: number }): void {
    if (!this.awake) return;
    this.#touch.pointer({ ...event, time: event.time ?? this.clock.now() });
  }

  key(code: number, options: KeyOptions = {}): void {
    pressKey(
      {
        textInput: this.textInput,
        settings: this.settings,
        back: () => {
          this.back();
        },
        home: () => {
          this.home();
        },
        recents: () => {
          this.recents();
        },
        expandNotifications: () => {
          this.expandNotifications();
        },
        isAwake: () => this.awake,
        wake: () => {
          this.wake();
        },
        sleep: () => {
          this.sleep();
        },
        clickFocused: () => {
          const surface = this.#windows.focused();
          return surface !== undefined && this.#touch.clickFocused(surface);
        },
      },
      code,
      options,
    );
  }

  /** Types into the focused field; false where there is none. */
  commitText(text: string): boolean {
    return this.awake && this.textInput.commit(text);
  }

  // Apps

  get apps(): readonly App[] {
    return this.#apps.list;
  }

  appLabel(packageName: string): string {
    return this.#apps.label(packageName);
  }

  install(app: App): void {
    this.#apps.install(app);
    this.#invalidate();
  }

  /** Whether it was installed. */
  uninstall(packageName: string): boolean {
    this.forceStop(packageName);
    const existed = this.#apps.uninstall(packageName);
    this.#invalidate();
    return existed;
  }

  clearData(packageName: string): boolean {
    this.forceStop(packageName);
    const app = this.#apps.get(packageName);
    app?.clear();
    return app !== undefined;
  }

  start(intent: Intent): StartOutcome {
    return this.#activities.start(intent);
  }

  /** Which activity an intent would start. */
  resolveActivity(intent: Intent): Component | undefined {
    return this.#activities.component(intent);
  }

  /** Ends an app with its process, tasks and timers. */
  forceStop(packageName: string): void {
    this.#end(packageName, `stop ${packageName}`);
  }

  /** What low memory does to an app in the background or front: its process is gone. */
  kill(packageName: string): void {
    this.#end(packageName, 'low memory');
  }

  crash(packageName: string, error: Error): void {
    this.#apps.logCrash(packageName, error);
    this.#end(packageName, 'crash');
    this.#alerts.crashed(packageName);
  }

  bringToFront(taskId: number): void {
    this.#activities.bringToFront(taskId);
  }

  removeTask(taskId: number): void {
    this.#activities.removeTask(taskId);
  }

  // The system's own keys

  back(): void {
    const focused = this.#windows.focused();
    const { front } = this.#activities;
    if (this.textInput.shown) this.textInput.hide();
    else if (focused?.spec.onBack !== undefined) this.#apps.guard(focused.spec.package, focused.spec.onBack);
    else if (front !== undefined) {
      const used = this.#apps.guard(front.component.package, () => front.running?.back());
      if (used !== true && this.#activities.front === front) this.#activities.back();
    }
  }

  home(): void {
    this.collapseShade();
    const main = this.#apps.get(this.homePackage)?.app.main;
    if (main !== undefined)
      this.start({ component: `${this.homePackage}/${main}`, action: 'android.intent.action.MAIN' });
  }

  recents(): void {
    this.collapseShade();
    this.start({ component: 'com.android.systemui/.recents.RecentsActivity' });
  }

  expandNotifications(): void {
    this.#setShade('notifications');
  }

  expandQuickSettings(): void {
    this.#setShade('quickSettings');
  }

  collapseShade(): void {
    if (this.#windows.shade !== 'closed') this.#setShade('closed');
  }

  /** Which part of the shade is open. */
  get shade(): Windows['shade'] {
    return this.#windows.shade;
  }

  wake(): void {
    this.#setAwake(true);
  }

  sleep(): void {
    this.#setAwake(false);
  }

  /** Turns the phone in the hand; the screen follows where rotation is automatic. */
  hold(rotation: Rotation): void {
    this.display.held = rotation;
    this.#windowsChanged('android');
  }

  /** What `wm size` and `wm density` do; undefined resets. */
  override(change: { size?: Display['overrideSize']; density?: number | undefined }): void {
    if ('size' in change) this.display.overrideSize = change.size;
    if ('density' in change) this.display.overrideDensity = change.density;
    this.#windowsChanged('android');
  }

  toast(message: string, packageName = 'android'): void {
    this.#alerts.toast(message, packageName);
  }

  /** Makes something go wrong, or right again. */
  setFaults(change: Partial<Omit<Faults, 'notResponding'>>): void {
    const wasEndless = this.faults.endlessEventsMs > 0;
    Object.assign(this.faults, change);
    if (!wasEndless) this.#sendEndlessEvents();
  }

  #sendEndlessEvents(): void {
    const { endlessEventsMs } = this.faults;
    if (endlessEventsMs <= 0) return;
    this.events.send('contentChanged', this.resumedActivity()?.package ?? 'android');
    this.clock.after(endlessEventsMs, () => {
      this.#sendEndlessEvents();
    });
  }

  #setShade(shade: Windows['shade']): void {
    this.#windows.shade = shade;
    this.#windowsChanged('com.android.systemui');
  }

  #setAwake(awake: boolean): void {
    if (this.awake === awake) return;
    this.awake = awake;
    const message = awake
      ? 'Waking up from Asleep (uid=1000, reason=WAKE_REASON_POWER_BUTTON)...'
      : 'Going to sleep due to power_button (uid 1000)...';
    this.log.write({ pid: systemServer, level: 'I', tag: 'PowerManagerService', message, buffer: 'system' });
  }

  #invalidate(): void {
    this.#windows.invalidateAll();
  }

  #windowsChanged(packageName: string): void {
    this.#invalidate();
    this.events.send('windowsChanged', packageName);
  }

  #keyboardChanged(): void {
    const message = this.textInput.shown ? 'showSoftInput' : 'hideSoftInput';
    this.log.write({
      pid: systemServer,
      level: 'D',
      tag: 'InputMethodManagerService',
      message,
      buffer: 'system',
    });
    const focused = this.#windows.focused();
    if (focused !== undefined && !this.textInput.shown) focused.pan = 0;
    this.#windowsChanged('com.android.inputmethod.latin');
    if (focused !== undefined && this.textInput.shown) {
      keepInView(focused, keyboardTop(this), this.#activities.front?.running?.softInput ?? 'resize');
    }
  }

  #responds(surface: Surface): boolean {
    const hangs = this.faults.notResponding.has(surface.spec.package);
    if (hangs) this.#alerts.suspect(surface.spec.package);
    return !hangs;
  }

  #end(packageName: string, reason: string): void {
    this.#apps.endProcess(packageName, reason);
    this.#activities.removePackage(packageName);
  }

  #tickMinutes(): void {
    const minute = 60_000;
    this.clock.after(minute - (this.clock.now() % minute), () => {
      this.#windows.system?.statusBar.invalidate();
      this.#tickMinutes();
    });
  }
}
