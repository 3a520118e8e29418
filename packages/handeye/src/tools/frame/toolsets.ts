import { phoneOnlyCapabilities } from '../../device/phone-only.ts';
import type { ScreenFormat, Toolset } from './defaults.ts';
import type { Tool } from './define.ts';
import { appTools } from '../apps/app-tools.ts';
import { listApps, listAppsInLean, openApp } from '../apps/apps.ts';
import { getClipboard, setClipboard } from '../clipboard.ts';
import { crashTools } from '../crashes/crashes.ts';
import { findElement, getFocusedElement, getUiTree, listWindows } from '../desktop.ts';
import { listDevices } from '../devices.ts';
import {
  clickElement,
  findElementsInLean,
  findElementsTool,
  getElementDetails,
  getElementDetailsInLean,
  longClickElement,
  scrollToElement,
  scrollToElementInLean,
  setText,
} from '../elements.ts';
import { fileTools } from '../files/files.ts';
import {
  captureScreenshot,
  getAccessibilityTree,
  getCurrentApp,
  getScreenInfo,
} from '../first-generation.ts';
import { customGesture, pinch } from '../gestures.ts';
import { leaseTools } from '../leases/lease-tools.ts';
import { notificationTools } from '../notifications/notifications.ts';
import { recordTools } from '../record/record.ts';
import { getLeanScreenState, getScreenState } from '../screen.ts';
import { scroll, scrollInLean } from '../scroll.ts';
import { stateTools } from '../state/state.ts';
import { setValue } from '../values/set-value.ts';
import {
  getDeviceLogs,
  openNotifications,
  openQuickSettings,
  pressBack,
  pressHome,
  pressRecents,
} from '../system.ts';
import { runSteps } from '../steps.ts';
import { clearText, inputText, pressKey, pressKeyInLean } from '../text.ts';
import { doubleTap, longPress, swipe, tap } from '../touch.ts';
import { waitForElement, waitForElementInLean, waitForIdle } from '../waits.ts';

/** The tools by what they are about, in the order of the contract. The documentation follows it. */
export const categories: Readonly<Record<string, readonly Tool[]>> = {
  'Screen introspection': [getScreenState],
  'System actions': [pressBack, pressHome, pressRecents, openNotifications, openQuickSettings, getDeviceLogs],
  'Touch actions': [tap, longPress, doubleTap, swipe, scroll],
  Gestures: [pinch, customGesture],
  'Element actions': [findElementsTool, clickElement, longClickElement, setText, scrollToElement],
  'Text input': [inputText, clearText, pressKey],
  Utilities: [getClipboard, setClipboard, waitForElement, waitForIdle, getElementDetails],
};

/** Any application by its name, whether or not it is in front. */
export const desktopTools: readonly Tool[] = [getUiTree, findElement, getFocusedElement, listWindows];

export const firstGeneration: readonly Tool[] = [
  getAccessibilityTree,
  captureScreenshot,
  getCurrentApp,
  getScreenInfo,
];

/** What models are served beside the device's tools. */
export const modelTools: readonly Tool[] = [runSteps, openApp, listApps, setValue];

/** Toolsets that nobody gets unless asked for, by name. The documentation has a chapter for each. */
export const optInTools = {
  apps: appTools,
  notifications: notificationTools,
  files: fileTools,
  state: stateTools,
  record: recordTools,
  crashes: crashTools,
} as const satisfies Partial<Record<Toolset, readonly Tool[]>>;

/** Every tool, each name once. */
export const allTools: readonly Tool[] = [
  ...Object.values(categories).flat(),
  ...modelTools,
  ...desktopTools,
  ...Object.values(optInTools).flat(),
  ...firstGeneration,
  ...leaseTools,
];

const toolsets = {
  device: Object.values(categories).flat(),
  model: modelTools,
  desktop: desktopTools,
  ...optInTools,
  'first-generation': firstGeneration,
} as const satisfies Record<Toolset, readonly Tool[]>;

export const everyTool: readonly Tool[] = [...Object.values(toolsets).flat(), ...leaseTools];

export { toolsetNames, type Toolset } from './defaults.ts';

/** Tools that take or answer something else where screens are lean. */
export const leanVariants: ReadonlyMap<Tool, Tool> = new Map([
  [getScreenState, getLeanScreenState],
  [findElementsTool, findElementsInLean],
  [scroll, scrollInLean],
  [scrollToElement, scrollToElementInLean],
  [listApps, listAppsInLean],
  [pressKey, pressKeyInLean],
  [waitForElement, waitForElementInLean],
  [getElementDetails, getElementDetailsInLean],
]);

/** The tools of the given sets; with several devices also the one that lists them, with a farm those that lease them. */
export function toolsOf(
  names: readonly Toolset[],
  { several, format, leases = false }: { several: boolean; format: ScreenFormat; leases?: boolean },
): Tool[] {
  const beside = leases ? leaseTools : several ? [listDevices] : [];
  const tools = [...names.flatMap((name) => toolsets[name]), ...beside];
  return format === 'lean' ? tools.map((tool) => leanVariants.get(tool) ?? tool) : tools;
}

/** Whether no desktop can serve a tool. */
export function isPhoneOnly(tool: Tool): boolean {
  return tool.runsOn === 'device' && tool.needs !== undefined && tool.needs in phoneOnlyCapabilities;
}
