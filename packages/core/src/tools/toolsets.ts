import { type Catalog, everyToolOf } from './frame/catalog.ts';
import { type Toolset, toolsetNames } from './frame/defaults.ts';
import type { Tool } from './frame/define.ts';
import { listApps, openApp } from './apps/apps.ts';
import { linkTools } from './apps/links.ts';
import { managingTools } from './apps/managing.ts';
import { getClipboard, setClipboard } from './clipboard.ts';
import { crashTools } from './crashes/crashes.ts';
import { findElement, getFocusedElement, getUiTree, listWindows } from './desktop.ts';
import { listDevices } from './devices.ts';
import {
  clickElement,
  findElementsTool,
  getElementDetails,
  longClickElement,
  scrollToElement,
  setText,
} from './elements.ts';
import { flowTools } from './flows.ts';
import { listFiles, listStorageLocations, readFile } from './files/reading.ts';
import { pullFile, pushFile } from './files/transfer.ts';
import { appendFile, deleteFile, fileReplace, writeFile } from './files/writing.ts';
import { captureScreenshot, getAccessibilityTree, getCurrentApp, getScreenInfo } from './first-generation.ts';
import { customGesture, pinch } from './gestures.ts';
import { leaseTools } from './leases/lease-tools.ts';
import { notificationTools } from './notifications/notifications.ts';
import { recordTools } from './record/record.ts';
import { getScreenState } from './screen.ts';
import { scroll } from './scroll.ts';
import { stateTools } from './state/state.ts';
import { selectText } from './selection.ts';
import { setValue } from './values/set-value.ts';
import {
  getDeviceLogs,
  openNotifications,
  openQuickSettings,
  pressBack,
  pressHome,
  pressRecents,
} from './system.ts';
import { runSteps } from './steps.ts';
import { clearText, inputText, pressKey } from './text.ts';
import { doubleTap, longPress, swipe, tap } from './touch.ts';
import { waitForElement, waitForIdle } from './waits.ts';

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

/** Every tool by its toolset. */
export const toolsets: Readonly<Record<Toolset, readonly Tool[]>> = {
  device: Object.values(categories).flat(),
  model: [runSteps, openApp, listApps, setValue, selectText],
  desktop: [getUiTree, findElement, getFocusedElement, listWindows],
  apps: [...managingTools, ...linkTools],
  notifications: notificationTools,
  files: [
    listStorageLocations,
    listFiles,
    readFile,
    writeFile,
    appendFile,
    fileReplace,
    deleteFile,
    pushFile,
    pullFile,
  ],
  state: stateTools,
  record: recordTools,
  crashes: crashTools,
  flows: flowTools,
  'first-generation': [getAccessibilityTree, captureScreenshot, getCurrentApp, getScreenInfo],
};

const comeOtherwise: readonly Toolset[] = ['device', 'model', 'desktop', 'first-generation'];

/** Toolsets that a user has to ask for by name. The documentation has a chapter for each. */
export const optInToolsets = toolsetNames.filter((name) => !comeOtherwise.includes(name));

export const catalog: Catalog = { toolsets, severalDevices: [listDevices], leases: leaseTools };

export const allTools = everyToolOf(catalog);
