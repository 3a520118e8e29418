import type { AndroidRelease } from '../../kernel/release.ts';
import type { Picture, Scene } from '../render/picture.ts';
import { AccessibilityEvents } from '../windows/accessibility-events.ts';
import type { StartOutcome, Task } from './activities.ts';
import type { Component } from './activity-record.ts';
import { AccessibilityServices } from './accessibility-services.ts';
import { Broadcasts } from './broadcasts.ts';
import type { App, Intent } from './app.ts';
import type { Screen } from '../views/screen.ts';
import { Configuration } from './configuration.ts';
import { realClock, SystemClock, untilNextMinute, type Clock } from './clock.ts';
import { DisabledApps } from './disabled-apps.ts';
import { IntentFilters } from './intent-filters.ts';
import { Display, type Rotation } from '../windows/display.ts';
import { noFaults, type Faults } from './faults.ts';
import type { PointerInput } from '../input/gesture.ts';
import { isPointer, metaStates, NO_DISPLAY, type InputEvent } from './input-event.ts';
import { pressKey, type KeyOptions } from '../input/key-input.ts';
import { CrashReports } from '../crashes/crash-reports.ts';
import type { DropBox } from '../crashes/drop-box.ts';
import { LogBuffer } from './log.ts';
import { eventDetails, Notifications } from './notifications.ts';
import { Overlays } from '../windows/overlays.ts';
import { PermissionRequests } from '../permissions/permission-requests.ts';
import { Processes, SYSTEM_SERVER } from './processes.ts';
import { Radios } from './radios.ts';
import { Services } from './services.ts';
import type { ServiceActions } from '../windows/service-actions.ts';
import { Settings } from './settings.ts';
import { shapes, type PhoneShape } from './shape.ts';
import type { TextInput } from '../input/text-input.ts';
import type { PhoneWindow, SystemSurfaces, Windows } from '../windows/windows.ts';
import { wire, type Parts } from './wiring.ts';
import { trustQuestion, WirelessDebugging, type WirelessServers } from './wireless-debugging.ts';
import type { WorkProfile } from '../profiles/work-profile.ts';

/** The phone's storage in bytes, as Settings shows it. */
export interface Storage {
  readonly total: number;
  /** Bytes that Android itself uses. */
  readonly system: number;
  /** Free bytes of a new phone. */
  readonly factoryFree: number;
  readonly free: () => number;
}

export interface FrameworkOptions {
  readonly release?: AndroidRelease;
  /** A shape other than the release's own: `{ ...shapes[14], width: 720 }`. */
  readonly shape?: PhoneShape;
  readonly clock?: Clock;
  /** The installed apps. The framework itself knows no app. */
  readonly apps: readonly App[];
  /** Creates the status bar, navigation bar, shade and keyboard. */
  readonly systemUi: (phone: Framework, windows: Windows) => SystemSurfaces;
  readonly storage: Storage;
  /** Crash reports from before this boot. */
  readonly dropBox?: DropBox;
  readonly workProfile?: WorkProfile | undefined;
  /** The servers of wireless debugging. Default: the phone has none. */
  readonly wireless?: WirelessServers | undefined;
  /** Turns windows into pixels. */
  readonly paint: (scene: Scene) => Picture;
}

/** The activity in front, as dumpsys names it. */
export interface ResumedActivity extends Component {
  readonly taskId: number;
  readonly recordId: number;
}

/** Starts a phone that shows its home screen. */
export function createFramework(options: FrameworkOptions): Framework {
  return new Framework(options);
}

/** The counterpart of Android's system_server: shell commands, tests and apps act on the phone through this class. */
export class Framework {
  readonly shape: PhoneShape;
  readonly clock: SystemClock;
  readonly bootedAt: number;
  readonly settings = new Settings();
  readonly configuration: Configuration;
  readonly radios = new Radios(this.settings);
  readonly display: Display;
  readonly log: LogBuffer;
  readonly events: AccessibilityEvents;
  readonly processes = new Processes();
  readonly notifications = new Notifications();
  readonly clipboard = { text: '' };
  readonly battery = { level: 85, charging: true, temperature: 250, voltage: 4200 };
  readonly storage: Storage;
  readonly services: Services;
  readonly intentFilters: IntentFilters;
  readonly broadcasts: Broadcasts;
  readonly crashReports: CrashReports;
  readonly accessibilityServices = new AccessibilityServices(this.settings);
  readonly faults: Faults = noFaults();
  readonly overlays = new Overlays(this, () => this.parts);
  readonly permissions: PermissionRequests;
  readonly workProfile: WorkProfile | undefined;
  readonly wirelessDebugging: WirelessDebugging;
  readonly disabledApps = new DisabledApps((packageName) => {
    this.forceStop(packageName);
    this.parts.windows.invalidateAll();
  });
  readonly homePackage = 'com.android.launcher3';
  awake = true;

  readonly textInput: TextInput;
  private readonly parts: Parts;
  readonly #paint: FrameworkOptions['paint'];

  constructor(options: FrameworkOptions) {
    this.shape = options.shape ?? shapes[options.release ?? 14];
    this.clock = new SystemClock(options.clock ?? realClock());
    this.bootedAt = this.clock.now();
    this.configuration = new Configuration(this.settings, this.shape);
    this.display = new Display(this.shape, this.settings, this.configuration);
    this.log = new LogBuffer(this.clock);
    this.events = new AccessibilityEvents(this.clock);
    this.notifications.follow((posted) => {
      this.parts.windows.invalidateAll();
      if (posted === undefined) this.events.send('contentChanged', 'com.android.systemui');
      else this.events.send('notificationStateChanged', posted.package, eventDetails(posted));
    });
    this.permissions = new PermissionRequests(this, (alert) => this.parts.alerts.show(alert));
    this.wirelessDebugging = new WirelessDebugging({
      settings: this.settings,
      radios: this.radios,
      servers: options.wireless,
      changed: () => {
        this.parts.windowsChanged('com.android.settings');
      },
      closeCamera: () => {
        if (this.resumedActivity()?.full.endsWith('.AdbQrCodeActivity') === true) this.back();
      },
      askForTrust: (allow) => {
        const close = this.parts.alerts.show(
          trustQuestion((allowed) => {
            close();
            if (allowed) allow();
          }),
        );
      },
    });
    this.services = new Services(this);
    this.intentFilters = new IntentFilters(this);
    this.broadcasts = new Broadcasts(this);
    this.storage = options.storage;
    this.crashReports = new CrashReports(this, options.dropBox);
    this.workProfile = options.workProfile;
    this.#paint = options.paint;
    this.parts = wire(this, options.apps);
    this.textInput = this.parts.textInput;
    this.parts.windows.system = options.systemUi(this, this.parts.windows);
    if (!this.shape.keyboard) this.settings.delete('secure', 'default_input_method');
    this.settings.follow(() => {
      this.parts.windowsChanged(this.resumedActivity()?.package ?? 'android');
    });
    this.#tickMinutes();
    this.home();
    this.parts.activities.settle();
  }

  // Screen

  /** Every window, topmost first. */
  windows(): readonly PhoneWindow[] {
    return this.parts.windows.list();
  }

  focusedWindow(): PhoneWindow | undefined {
    return this.windows().find((window) => window.focused);
  }

  resumedActivity(): ResumedActivity | undefined {
    const { front } = this.parts.activities;
    const task = front && this.parts.activities.taskOf(front);
    return front && task && { ...front.component, taskId: task.id, recordId: front.id };
  }

  /** The screen description of the activity in front, for the bars around it. */
  frontScreen(): Screen | undefined {
    return this.parts.activities.front?.screen();
  }

  /** All tasks with their activities; the last one is in front. */
  tasks(): readonly Task[] {
    return this.parts.activities.tasks;
  }

  /** The screen as pixels. */
  screenshot(): Picture {
    const secure = new Set(this.windows().flatMap((window) => (window.secure ? [window.id] : [])));
    return this.#paint({
      surfaces: this.awake ? this.parts.windows.surfaces() : [],
      display: this.display,
      isSecure: (surface) => secure.has(surface.id),
      focused: this.parts.windows.focused(),
      // Android 9 has the night mode, but no dark theme that follows it.
      dark: this.configuration.night && this.shape.release >= 10,
    });
  }

  // Fingers and keys

  /** An injected event. It goes to the only display, or is dropped. */
  inject(event: InputEvent): void {
    if ((event.display ?? NO_DISPLAY) > 0) return;
    if (event.kind === 'motion') {
      const { action, x, y } = event;
      // There is no trackball or joystick: such events are dropped.
      if (isPointer(event.source)) this.pointer({ action, id: 0, x, y });
    } else if (event.action === 'down') {
      const shift = (event.meta & metaStates.shift) !== 0;
      const ctrl = (event.meta & metaStates.ctrl) !== 0;
      this.key(event.code, { shift, ctrl, repeated: event.repeat > 0 });
    }
  }

  /** One event of one finger, in screen pixels of the current rotation. */
  pointer(event: Omit<PointerInput, 'time'> & { time?: number }): void {
    if (!this.awake) return;
    this.parts.touch.pointer({ ...event, time: event.time ?? this.clock.now() });
  }

  key(code: number, options: KeyOptions = {}): void {
    pressKey(this, code, options);
  }

  /** Clicks the view that has the focus; false if there is none. */
  clickFocused(): boolean {
    const surface = this.parts.windows.focused();
    return surface !== undefined && this.parts.touch.clickFocused(surface);
  }

  /** Types into the focused field; false if there is none. */
  commitText(text: string): boolean {
    return this.awake && this.textInput.commit(text);
  }

  /** The actions of accessibility services on views. */
  get serviceActions(): ServiceActions {
    return this.parts.serviceActions;
  }

  // Apps

  get apps(): readonly App[] {
    return this.parts.apps.list;
  }

  appLabel(packageName: string): string {
    return this.parts.apps.label(packageName);
  }

  install(app: App): void {
    this.parts.apps.install(app);
    this.parts.windows.invalidateAll();
  }

  /** Returns whether it was installed. */
  uninstall(packageName: string): boolean {
    this.forceStop(packageName);
    const existed = this.parts.apps.uninstall(packageName);
    this.parts.windows.invalidateAll();
    return existed;
  }

  clearData(packageName: string): boolean {
    this.forceStop(packageName);
    const app = this.parts.apps.get(packageName);
    app?.clear();
    return app !== undefined;
  }

  start(intent: Intent): StartOutcome {
    return this.parts.activities.start(intent);
  }

  /** The activity that an intent would start. */
  resolveActivity(intent: Intent): Component | undefined {
    return this.parts.activities.component(intent);
  }

  /** Ends an app with its process, tasks and timers. */
  forceStop(packageName: string, user?: number): void {
    this.parts.alerts.withdraw(packageName);
    this.#end(packageName, `stop ${packageName}`, user);
  }

  /** Ends an app's process, as low memory does. */
  kill(packageName: string): void {
    this.#end(packageName, 'low memory');
  }

  crash(packageName: string, error: Error): void {
    this.crashReports.crashed(packageName, error);
    this.#end(packageName, 'crash');
    this.parts.alerts.crashed(packageName);
  }

  bringToFront(taskId: number): void {
    this.parts.activities.bringToFront(taskId);
  }

  removeTask(taskId: number): void {
    this.parts.activities.removeTask(taskId);
  }

  // The system's own keys

  back(): void {
    const focused = this.parts.windows.focused();
    const { front } = this.parts.activities;
    if (this.textInput.closeToolbar()) return;
    if (this.textInput.shown) this.textInput.hide();
    else if (focused?.spec.onBack !== undefined)
      this.parts.apps.guard(focused.spec.package, focused.spec.onBack);
    else if (front !== undefined) {
      const used = this.parts.apps.guard(front.component.package, () => front.running?.back());
      if (used !== true && this.parts.activities.front === front) this.parts.activities.back();
    }
  }

  home(): void {
    this.collapseShade();
    const main = this.parts.apps.get(this.homePackage)?.app.main;
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
    if (this.parts.windows.shade !== 'closed') this.#setShade('closed');
  }

  /** The open part of the shade. */
  get shade(): Windows['shade'] {
    return this.parts.windows.shade;
  }

  wake(): void {
    this.#setAwake(true);
  }

  sleep(): void {
    this.#setAwake(false);
  }

  /** Stops all timers for good. A reboot creates a new Framework. */
  shutDown(): void {
    this.awake = false;
    this.clock.stop();
  }

  /** Turns the phone in the user's hand; the screen follows if rotation is automatic. */
  hold(rotation: Rotation): void {
    this.display.held = rotation;
    this.parts.windowsChanged('android');
  }

  /** Overrides size and density, as `wm size` and `wm density` do; undefined resets. */
  override(change: { size?: Display['overrideSize']; density?: number | undefined }): void {
    if ('size' in change) this.display.overrideSize = change.size;
    if ('density' in change) this.display.overrideDensity = change.density;
    this.parts.windowsChanged('android');
  }

  toast(message: string, packageName = 'android'): void {
    this.parts.alerts.toast(message, packageName);
  }

  /** Sets or clears faults. */
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
    this.parts.windows.shade = shade;
    if (shade === 'closed') this.parts.windows.system?.shadeClosed();
    this.parts.windowsChanged('com.android.systemui');
  }

  #setAwake(awake: boolean): void {
    if (this.awake === awake) return;
    this.awake = awake;
    const message = awake
      ? 'Waking up from Asleep (uid=1000, reason=WAKE_REASON_POWER_BUTTON)...'
      : 'Going to sleep due to power_button (uid 1000)...';
    this.log.write({ pid: SYSTEM_SERVER, level: 'I', tag: 'PowerManagerService', message, buffer: 'system' });
  }

  #end(packageName: string, reason: string, user?: number): void {
    this.permissions.withdraw(packageName);
    this.parts.apps.endProcess(packageName, reason, user);
    this.parts.activities.removePackage(packageName, user);
  }

  #tickMinutes(): void {
    this.clock.after(untilNextMinute(this.clock), () => {
      this.parts.windows.system?.statusBar.invalidate();
      this.#tickMinutes();
    });
  }
}
