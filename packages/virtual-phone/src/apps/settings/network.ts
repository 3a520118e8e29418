import { mdiBluetooth, mdiLock, mdiWifi } from '@mdi/js';
import { field, icon, listRow } from '../../framework/widgets/kit.ts';
import { alert } from '../../framework/widgets/screen.ts';
import { theme } from '../../framework/widgets/theme.ts';
import { explanation, line, link, section, switchFor } from './entries.ts';
import { ask, confirm, type Entry, type Page, type Settings } from './page.ts';

const CONNECT_MS = 1500;

const networks = [
  { name: 'Lighthouse', secured: true },
  { name: 'Lighthouse guests', secured: false },
  { name: 'Corner bakery', secured: false },
  { name: 'Third floor', secured: true },
  { name: 'Printer 7F2A', secured: true },
  { name: 'Tram 12', secured: false },
  { name: 'Attic', secured: true },
];

export const networkPage: Page = {
  title: 'Network & internet',
  entries: (self) => {
    const airplane = self.phone.settings.isOn('global', 'airplane_mode_on');
    return [
      link(self, 'Wi‑Fi', 'wifi', { summary: wifiSummary(self) }),
      switchFor(self, 'Mobile data', ['global', 'mobile_data'], {
        summary: 'Handeye Mobile',
        enabled: !airplane,
      }),
      switchFor(self, 'Airplane mode', ['global', 'airplane_mode_on'], {
        set: (on) => {
          self.phone.radios.setAirplane(on);
        },
      }),
      switchFor(self, 'Wi‑Fi hotspot', ['global', 'wifi_hotspot_on'], {
        summary: 'Other devices use this phone',
      }),
      switchFor(self, 'Data Saver', ['global', 'data_saver_on']),
      line('VPN', { summary: 'None' }),
      line('Private DNS', { summary: 'Automatic' }),
    ];
  },
};

/** The summary of Wi-Fi on the home page. */
export function wifiSummary({ phone, data }: Settings): string {
  if (!phone.radios.wifi) return 'Off';
  return data.network ?? 'Not connected';
}

export const wifiPage: Page = {
  title: 'Wi‑Fi',
  entries: (self) => {
    const { radios } = self.phone;
    const use = switchFor(self, 'Use Wi‑Fi', ['global', 'wifi_on'], {
      isOn: radios.wifi,
      set: (on) => {
        radios.setWifi(on);
      },
    });
    if (!radios.wifi) {
      return [use, explanation('To see available networks, turn Wi‑Fi on.')];
    }
    const { network } = self.data;
    const [mine, others] = [
      networks.filter(({ name }) => name === network),
      networks.filter(({ name }) => name !== network),
    ];
    return [
      use,
      ...(mine.length > 0 ? [section('Connected')] : []),
      ...mine.map((one) => networkEntry(self, one)),
      section('Available networks'),
      ...others.map((one) => networkEntry(self, one)),
      section('Preferences'),
      switchFor(self, 'Turn on Wi‑Fi automatically', ['global', 'wifi_wakeup_enabled'], { whenAbsent: true }),
      switchFor(self, 'Notify for public networks', ['global', 'wifi_networks_available_notification_on']),
    ];
  },
};

type Network = (typeof networks)[number];

function networkEntry(self: Settings, { name, secured }: Network): Entry {
  const { network, connecting, savedNetworks } = self.data;
  const saved = savedNetworks.includes(name);
  const state =
    name === network ? 'Connected' : name === connecting ? 'Connecting…' : saved ? 'Saved' : undefined;
  return {
    title: name,
    summary: state,
    view: listRow(name, {
      key: `network-${name}`,
      padding: [12, 24],
      subtitle: state,
      leading: icon(mdiWifi, { decorative: true }),
      // A lock icon, without a description on purpose.
      ...(secured && { trailing: icon(mdiLock, { size: 18 }) }),
      onTap: () => {
        if (name === network) forget(self, name);
        else if (secured && !saved) passwordDialog(self, name);
        else connect(self, name);
      },
    }),
  };
}

function connect(self: Settings, name: string): void {
  self.setData({ connecting: name });
  self.after(CONNECT_MS, () => {
    if (self.data.connecting !== name) return;
    const savedNetworks = [...new Set([...self.data.savedNetworks, name])];
    self.setData({ connecting: undefined, network: name, savedNetworks });
  });
}

function passwordDialog(self: Settings, name: string): void {
  self.setState({ typed: '' }, { silent: true });
  const submit = (close: () => void) => {
    if (self.state.typed.length < 8) {
      self.toast('A Wi‑Fi password has at least 8 characters');
      return;
    }
    close();
    connect(self, name);
  };
  ask(self, (close) =>
    alert({
      title: name,
      content: field({
        id: 'password',
        hint: 'Password',
        input: 'password',
        onChange: (password) => {
          self.setState({ typed: password }, { silent: true });
        },
        onSubmit: () => {
          submit(close);
        },
      }),
      buttons: [
        { label: 'Cancel', onTap: close },
        {
          label: 'Connect',
          onTap: () => {
            submit(close);
          },
        },
      ],
      onDismiss: close,
    }),
  );
}

function forget(self: Settings, name: string): void {
  const message = 'All passwords for this network will be deleted.';
  confirm(self, { title: `Forget ${name}?`, message, yes: 'Forget' }, () => {
    const savedNetworks = self.data.savedNetworks.filter((one) => one !== name);
    self.setData({ network: undefined, savedNetworks });
  });
}

const nearbyDevices = ['Kitchen speaker', 'Headphones QS-2', 'Car radio', 'Bike computer'];

export const devicesPage: Page = {
  title: 'Connected devices',
  entries: (self) => {
    const use = switchFor(self, 'Use Bluetooth', ['global', 'bluetooth_on']);
    if (!self.phone.settings.isOn('global', 'bluetooth_on')) {
      return [use, explanation('When Bluetooth is on, this phone finds devices that are near.')];
    }
    const { pairedDevices } = self.data;
    const device = (name: string) => {
      const paired = pairedDevices.includes(name);
      return line(name, {
        summary: paired ? 'Paired' : 'Tap to pair',
        leading: icon(mdiBluetooth, {
          decorative: true,
          color: paired ? theme.primary : theme.textSecondary,
        }),
        onTap: () => {
          const rest = pairedDevices.filter((one) => one !== name);
          self.setData({ pairedDevices: paired ? rest : [...rest, name] });
        },
      });
    };
    return [
      use,
      section('Devices nearby'),
      ...nearbyDevices.map(device),
      section('Connection preferences'),
      switchFor(self, 'NFC', ['global', 'nfc_on'], { whenAbsent: true }),
      line('Device name', { summary: self.phone.settings.get('global', 'device_name') }),
    ];
  },
};
