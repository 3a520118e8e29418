import { button, column, heading, row, text } from '../../framework/widgets/kit.ts';
import { alert } from '../../framework/widgets/screen.ts';
import { theme } from '../../framework/widgets/theme.ts';
import type { Dialog } from '../../framework/views/screen.ts';
import { explanation, line, link, section, switchFor } from './entries.ts';
import { openPage, type Entry, type Page, type Settings } from './page.ts';

/** Developer options > Wireless debugging, with AOSP's texts. */

/** The line in the developer options; phones before Android 11 have none. */
export function wirelessEntries(self: Settings): readonly Entry[] {
  if (self.phone.wirelessDebugging.servers === undefined) return [];
  return [
    link(self, 'Wireless debugging', 'wireless', { summary: 'Debug mode when Wi\u2011Fi is connected' }),
  ];
}

export const wirelessPage: Page = {
  title: 'Wireless debugging',
  entries: (self) => {
    const { wirelessDebugging: wireless, settings } = self.phone;
    const { servers } = wireless;
    if (servers === undefined) return [];
    const use = switchFor(self, 'Use wireless debugging', ['global', 'adb_wifi_enabled'], {
      isOn: wireless.isOn,
    });
    if (!wireless.isOn)
      return [use, explanation('To see and use available devices, turn on wireless debugging')];
    const computers = servers.computers();
    return [
      use,
      line('Device name', { summary: settings.get('global', 'device_name') }),
      line('IP address & Port', {
        ...(servers.port !== undefined && { summary: `${servers.address}:${servers.port}` }),
      }),
      line('Pair device with QR code', {
        summary: 'Pair new devices using QR code scanner',
        onTap: () => {
          self.start({ component: 'com.android.settings/.development.AdbQrCodeActivity' });
        },
      }),
      line('Pair device with pairing code', {
        summary: 'Pair new devices using six digit code',
        onTap: () => {
          wireless.pairByCode();
        },
      }),
      ...(computers.length > 0 ? [section('Paired devices')] : []),
      ...computers.map(({ name, fingerprint, isConnected }) =>
        line(name, {
          ...(isConnected && { summary: 'Currently connected' }),
          onTap: () => {
            openPage(self, 'pairedComputer', { fingerprint });
          },
        }),
      ),
    ];
  },
  dialog: (self) => {
    const { wirelessDebugging: wireless } = self.phone;
    if (wireless.hasFailed) return failureDialog(self);
    return wireless.pairing?.by === 'code' ? codeDialog(self, wireless.pairing.password) : undefined;
  },
  onPause: stopPairing,
};

/** As on a phone: the pairing ends when the dialog closes or another screen covers it. */
function stopPairing(self: Settings): void {
  self.phone.wirelessDebugging.stopPairing();
}

function codeDialog(self: Settings, code: string): Dialog {
  const { servers } = self.phone.wirelessDebugging;
  const close = () => {
    stopPairing(self);
  };
  const label = (words: string) => text(words, { color: theme.textSecondary });
  return alert({
    title: 'Pair with device',
    content: column(
      [
        label('Wi\u2011Fi pairing code'),
        text(code, { id: 'pairing_code', size: 34 }),
        label('IP address & Port'),
        text(servers?.pairingPort === undefined ? '' : `${servers.address}:${servers.pairingPort}`, {
          id: 'ip_addr',
          size: 16,
        }),
      ],
      { gap: 8 },
    ),
    buttons: [{ label: 'Cancel', onTap: close }],
    onDismiss: close,
  });
}

function failureDialog(self: Settings): Dialog {
  const close = () => {
    self.phone.wirelessDebugging.dismissFailure();
  };
  return alert({
    title: 'Pairing unsuccessful',
    message: 'Make sure the device is connected to the same network.',
    buttons: [{ label: 'OK', onTap: close }],
    onDismiss: close,
  });
}

/** The camera page. What the camera sees comes from `scanPairingQr`. */
export const qrCodePage: Page = {
  title: 'Scan QR code',
  entries: (self) => [
    {
      view: text('Pair device over Wi\u2011Fi by scanning a QR code', {
        id: 'sud_layout_subtitle',
        width: 'fill',
        padding: [12, 24],
      }),
    },
    ...(self.phone.wirelessDebugging.pairing?.by === 'qr' ? [explanation('Pairing device\u2026')] : []),
  ],
  onPause: stopPairing,
};

export const pairedComputerPage: Page = {
  title: 'Device details',
  entries: (self) => {
    const { servers } = self.phone.wirelessDebugging;
    const fingerprint = String(self.intent.extras?.fingerprint ?? '');
    const computer = servers?.computers().find((one) => one.fingerprint === fingerprint);
    if (computer === undefined) return [];
    const forget = () => {
      servers?.forget(fingerprint);
      self.finish();
    };
    return [
      { view: heading(computer.name, { id: 'entity_header_title', padding: [16, 24] }) },
      { view: row([button('Forget', forget, { id: 'button1', tone: 'tonal' })], { padding: [8, 24] }) },
      explanation(`Device fingerprint: ${fingerprint}`),
    ];
  },
};
