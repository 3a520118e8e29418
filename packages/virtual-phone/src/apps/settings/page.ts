import type { Activity } from '../../framework/system/app.ts';
import type { Dialog } from '../../framework/views/screen.ts';
import type { View } from '../../framework/views/view.ts';
import { alert } from '../../framework/widgets/screen.ts';

/** The data of the settings app, besides the phone's settings. */
export interface SettingsData {
  /** The connected Wi-Fi network. */
  readonly network: string | undefined;
  readonly connecting: string | undefined;
  readonly savedNetworks: readonly string[];
  readonly pairedDevices: readonly string[];
}

export interface PageState {
  readonly query: string;
  readonly dialog: Dialog | undefined;
  /** The password in the dialog of a Wi-Fi network. */
  readonly typed: string;
  /** How often the build number was tapped. */
  readonly taps: number;
}

/** A page of the settings while it is shown. */
export type Settings = Activity<PageState, SettingsData>;

export type PageId =
  | 'home'
  | 'network'
  | 'wifi'
  | 'devices'
  | 'apps'
  | 'appInfo'
  | 'battery'
  | 'storage'
  | 'notifications'
  | 'sound'
  | 'display'
  | 'accessibility'
  | 'security'
  | 'location'
  | 'emergency'
  | 'system'
  | 'languages'
  | 'dateTime'
  | 'developer'
  | 'wireless'
  | 'qrCode'
  | 'pairedComputer'
  | 'about';

/** One line of a page. */
export interface Entry {
  /** The text that search matches; headings and pictures have none. */
  readonly title?: string;
  readonly summary?: string | undefined;
  readonly view: View;
}

export interface Page {
  readonly title: string;
  readonly entries: (self: Settings) => readonly Entry[];
  /** A dialog that the system's state opens. */
  readonly dialog?: (self: Settings) => Dialog | undefined;
  /** Called when another screen covers the page. */
  readonly onPause?: (self: Settings) => void;
}

/** Opens another page of the settings. */
export function openPage(self: Settings, page: PageId, extras: Readonly<Record<string, string>> = {}): void {
  self.start({ component: 'com.android.settings/.SubSettings', extras: { page, ...extras } });
}

/** Opens a dialog above the page; the callback gets a function that closes it. */
export function ask(self: Settings, dialog: (close: () => void) => Dialog): void {
  const close = () => {
    self.setState({ dialog: undefined });
  };
  self.setState({ dialog: dialog(close) });
}

/** Asks before something that cannot be undone. */
export function confirm(
  self: Settings,
  question: { title: string; message: string; yes: string },
  act: () => void,
): void {
  const { title, message, yes } = question;
  ask(self, (close) => {
    const agree = () => {
      close();
      act();
    };
    const buttons = [
      { label: 'Cancel', onTap: close },
      { label: yes, onTap: agree },
    ];
    return alert({ title, message, buttons, onDismiss: close });
  });
}
