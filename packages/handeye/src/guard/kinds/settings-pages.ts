import type { Kind } from '../act.ts';
import type { UiNode } from '../../ui/node.ts';
import type { Element, Snapshot } from '../../ui/snapshot.ts';
import { isSettings } from './apps.ts';
import { type Pressed, pressedBy } from './screen/pressed.ts';
import { factsOf } from './screen/window-facts.ts';
import { beginsRisk, cancels, namesAccess, namesRisk, tellsRisk } from './text/label-meaning.ts';

/** Activities and fragments of Settings where control of the device is given away, by the names that AOSP gives them. */
const RISKY_ACTIVITY =
  /Accessibility|DeviceAdmin|DrawOverlay|OverlaySettings|ExternalSources|UnknownSources|DevelopmentSettings|DevelopmentTile|DevelopersOption|MasterClear|FactoryReset|ResetPhone|UsbDebugging|WirelessDebugging|AdbWireless|ProvisioningActivity/i;
/** Those that give an application access to something. */
const ACCESS_ACTIVITY =
  /NotificationAccess|NotificationListener|UsageAccess|WriteSettings|ManageExternalStorage|AllFilesAccess|VpnSettings|ZenAccess|TrustAgent|TrustedCredentials|HighPowerApplications|PremiumSms/i;

export function kindOfActivity(component: string | undefined): Kind | undefined {
  if (component === undefined) return undefined;
  if (RISKY_ACTIVITY.test(component)) return 'system-risk';
  return ACCESS_ACTIVITY.test(component) ? 'permission' : undefined;
}

/** The dialog before a service may watch and use the screen (Android 10 and later): its buttons have names of their own. */
const SERVICE_DIALOG = /:id\/permission_enable_(?:allow|deny)_button$/;
const DENY = ':id/permission_enable_deny_button';

/** What a press in the settings of a device does, by the page that it is on and by what is pressed. */
export function kindsInSettings(
  element: Element,
  app: string | undefined,
  snapshot: Snapshot | undefined,
): Kind[] {
  const { resourceId = '' } = element.node;
  if (SERVICE_DIALOG.test(resourceId)) return resourceId.endsWith(DENY) ? [] : ['system-risk'];
  const isDialog = element.window.type === 'dialog' || app === SYSTEM_UI;
  if (!isSettings(app) && !(app === SYSTEM_UI && isAlert(element))) return [];
  const pressed = pressedBy(element);
  if (leaves(pressed)) return [];
  if (isSettings(app) && pressed.labels.some(beginsRisk)) return ['system-risk'];
  if (isSettings(app) && holdsSwitch(pressed.node) && pressed.labels.some(namesRisk)) return ['system-risk'];
  const byActivity = kindOfActivity(activityOf(element, snapshot));
  if (byActivity) return [byActivity];
  const facts = factsOf(element.window);
  if (isDialog) {
    for (const text of facts.texts()) if (tellsRisk(text)) return ['system-risk'];
  }
  return kindsOfTitles(titlesOf(facts.nodes));
}

const SYSTEM_UI = 'com.android.systemui';

/** SystemUI asks about debugging in an alert; its other windows are bars and the shade. */
function isAlert({ window }: Element): boolean {
  return factsOf(window).nodes.some(({ resourceId = '' }) => /:id\/(?:alertTitle|button1)$/.test(resourceId));
}

/** Back, cancel, search: they change nothing. */
function leaves({ labels, control }: Pressed): boolean {
  return control === 'tab' || labels.some(cancels);
}

/** The switch of a row may lie some layouts below it. */
const SWITCH_DEPTH = 3;

/** A row that is called like a page of risks and has a switch does on the spot what others lead to. */
function holdsSwitch({ checkable, children }: UiNode, depth = SWITCH_DEPTH): boolean {
  return checkable || (depth > 0 && children.some((child) => holdsSwitch(child, depth - 1)));
}

function activityOf({ window }: Element, snapshot: Snapshot | undefined): string | undefined {
  // A window of an activity is named by its component.
  const { title } = window;
  if (title?.includes('/') === true) return title;
  return snapshot && snapshot.app === window.app && window.active ? snapshot.activity : undefined;
}

function kindsOfTitles(titles: readonly string[]): Kind[] {
  if (titles.some(namesRisk)) return ['system-risk'];
  return titles.some(namesAccess) ? ['permission'] : [];
}

/** Longer ones are explanations. */
const LONGEST_TITLE = 60;
const MOST_TITLES = 8;

/** Where toolkits put titles: AOSP's and AppCompat's bars, the collapsing bar since Android 12, alerts. */
const TITLE_BAR =
  /:id\/(?:\w*tool_?bar\w*|action_bar\w*|app_?bar\w*|collapsing\w*|alertTitle|topPanel|title_template|entity_header\w*)$/;

/** The title of a page: what stands in its bar, a heading outside of its list, or what comes first. */
function titlesOf(nodes: readonly UiNode[]): string[] {
  const inLists = new Set<UiNode>();
  const inBars = new Set<UiNode>();
  const titles: string[] = [];
  for (const node of nodes) {
    const isInList = inLists.has(node) || node.scrollable || node.clickable;
    const isInBar = inBars.has(node) || TITLE_BAR.test(node.resourceId ?? '');
    for (const child of node.children) {
      if (isInList) inLists.add(child);
      if (isInBar) inBars.add(child);
    }
    if (isInList) continue;
    const labels = [node.text, node.description].filter((label) => label !== undefined && label !== '');
    if (node.paneTitle !== undefined) titles.push(node.paneTitle);
    if (isInBar || node.heading || titles.length === 0) titles.push(...labels.filter(isTitle));
    if (titles.length >= MOST_TITLES) break;
  }
  return titles;
}

function isTitle(label: string | undefined): label is string {
  return label !== undefined && label.length <= LONGEST_TITLE;
}
