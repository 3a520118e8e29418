import { Activities } from './activities.ts';
import { activityHost } from './activity-host.ts';
import { Alerts } from '../windows/alerts.ts';
import type { App } from './app.ts';
import { InstalledApps } from './installed-apps.ts';
import { isInstalledFor } from '../profiles/work-profile.ts';
import { keepInView } from '../views/keep-in-view.ts';
import type { Framework } from './framework.ts';
import { SYSTEM_SERVER } from './processes.ts';
import { Scrolling } from '../views/scrolling.ts';
import type { Surface } from '../windows/surface.ts';
import { keyboardTop } from '../windows/keyboard-top.ts';
import { TextInput } from '../input/text-input.ts';
import { Touch } from '../input/touch.ts';
import { actionModeBar } from '../windows/selection-toolbar.ts';
import { ServiceActions } from '../windows/service-actions.ts';
import { Windows } from '../windows/windows.ts';

/** Android 8: since then the first crash of an app shows no dialog; another one within a minute does (AppErrors). */
const FIRST_SDK_SILENT_AT_FIRST = 26;

/** The components of the framework. */
export interface Parts {
  readonly apps: InstalledApps;
  readonly activities: Activities;
  readonly windows: Windows;
  readonly alerts: Alerts;
  readonly touch: Touch;
  readonly scrolling: Scrolling;
  readonly serviceActions: ServiceActions;
  readonly textInput: TextInput;
  /** Lays everything out again and notifies accessibility services. */
  windowsChanged(packageName: string): void;
}

/** Creates the components and connects them. */
export function wire(phone: Framework, apps: readonly App[]): Parts {
  const { clock, display, events, faults, log, processes, settings, shape } = phone;
  const run = (surface: Surface, handler: () => void) => installed.guard(surface.spec.package, handler);
  const windowsChanged = (packageName: string) => {
    windows.invalidateAll();
    events.send('windowsChanged', packageName);
  };
  const installed: InstalledApps = new InstalledApps(
    {
      clock,
      log,
      processes,
      crashed: (packageName, error) => {
        phone.crash(packageName, error);
      },
    },
    apps,
  );
  const textInput: TextInput = new TextInput({
    clock,
    events,
    clipboard: phone.clipboard,
    scales: () => display,
    hasKeyboard: shape.keyboard,
    slideMs: () => shape.keyboardSlideMs * settings.number('global', 'window_animation_scale', 1),
    focusedSurface: () => windows.focused(),
    run,
    keyboardChanged,
    cursorMoved: followCursor,
    focusChanged: () => windows.system?.keyboard.invalidate(),
    toolbarChanged: () => {
      windowsChanged(windows.focused()?.spec.package ?? 'android');
    },
  });
  const activities: Activities = new Activities({
    clock,
    shape,
    settings,
    log,
    processes,
    homePackage: phone.homePackage,
    windows: {
      display,
      makeSurface: (spec) => windows.make(spec),
      keyboardHeight: () => display.size.height - keyboardTop(display, textInput),
      guard: (packageName, code) => installed.guard(packageName, code),
      windowsChanged,
      actionMode: (over) => actionModeBar(over, display, textInput),
    },
    installed: (packageName, user) =>
      phone.disabledApps.has(packageName) || !isInstalledFor(phone.workProfile, packageName, user)
        ? undefined
        : installed.get(packageName, user),
    resolve: (intent) => phone.intentFilters.resolve(intent),
    hostFor: (record, intent) =>
      activityHost(phone, { activities: () => activities, apps: installed }, record, intent),
    frontChanged: (packageName) => {
      textInput.hide();
      windowsChanged(packageName);
    },
  });
  const windows: Windows = new Windows({
    clock,
    display,
    faults,
    activities,
    textInput,
    clipboard: phone.clipboard,
  });
  const alerts = new Alerts({
    clock,
    display,
    events,
    windows,
    appLabel: (packageName) => installed.label(packageName),
    changed: () => {
      windowsChanged('android');
    },
    forceStop: (packageName) => {
      phone.forceStop(packageName);
    },
    notResponding: (packageName) => {
      phone.crashReports.notResponding(packageName);
    },
    tellsFirstCrash: () =>
      shape.sdk < FIRST_SDK_SILENT_AT_FIRST ||
      settings.number('global', 'show_first_crash_dialog', 0) !== 0 ||
      settings.number('secure', 'show_first_crash_dialog_dev_option', 0) !== 0,
    showDetails: (packageName) => {
      phone.start({
        action: 'android.settings.APPLICATION_DETAILS_SETTINGS',
        data: `package:${packageName}`,
      });
    },
  });
  const scrolling = new Scrolling(clock, events);
  const touch = new Touch({
    clock,
    display,
    events,
    scrolling,
    textInput,
    surfaces: () => windows.surfaces(),
    responds: (surface) => {
      const hangs = faults.notResponding.has(surface.spec.package);
      if (hangs) alerts.suspect(surface.spec.package);
      return !hangs;
    },
    run,
  });

  const serviceActions = new ServiceActions({ windows, touch, textInput, scrolling, events, run });

  function keyboardChanged(): void {
    const message = textInput.shown ? 'showSoftInput' : 'hideSoftInput';
    log.write({
      pid: SYSTEM_SERVER,
      level: 'D',
      tag: 'InputMethodManagerService',
      message,
      buffer: 'system',
    });
    const focused = windows.focused();
    if (focused !== undefined && !textInput.shown) focused.pan = 0;
    windowsChanged('com.android.inputmethod.latin');
    if (focused !== undefined && textInput.shown) followCursor(focused);
  }

  function followCursor(surface: Surface): void {
    keepInView(surface, keyboardTop(display, textInput), activities.front?.running?.softInput ?? 'resize');
  }

  return {
    apps: installed,
    activities,
    windows,
    alerts,
    touch,
    scrolling,
    textInput,
    serviceActions,
    windowsChanged,
  };
}
