import type { Kind } from '../act.ts';
import type { UiNode } from '@handeye/screen/node';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import { isSettings } from './apps.ts';
import { type Pressed, pressedBy } from './screen/pressed.ts';
import { titlesOf } from './screen/titles.ts';
import { factsOf } from './screen/window-facts.ts';
import {
  beginsRisk,
  cancels,
  namesAccess,
  namesReadingAid,
  namesRisk,
  tellsRisk,
} from './text/label-meaning.ts';

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

/** The kind of a press in the settings of a device, by its page and by the pressed control. */
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
  // A service under such a name gets no further: the dialog that would give it control is a risk by its own names and words.
  if (!isDialog && pressed.labels.some(namesReadingAid)) return [];
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
