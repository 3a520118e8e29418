import {
  mdiApps,
  mdiBattery80,
  mdiBell,
  mdiBrightness6,
  mdiCellphone,
  mdiCogOutline,
  mdiDevices,
  mdiHarddisk,
  mdiHumanHandsup,
  mdiMapMarker,
  mdiMedicalBag,
  mdiShieldLock,
  mdiVolumeHigh,
  mdiWifi,
} from '@mdi/js';
import { listedApps } from './applications.ts';
import { link, sign, storageText } from './entries.ts';
import { wifiSummary } from './network.ts';
import type { Page, PageId } from './page.ts';
import { MODEL } from '../../framework/system/build.ts';

export const homePage: Page = {
  title: 'Settings',
  entries: (self) => {
    const { battery, display, settings, storage } = self.phone;
    const brightness = Math.round(settings.number('system', 'screen_brightness', 128) / 2.55);
    const bluetooth = settings.isOn('global', 'bluetooth_on') ? 'Bluetooth is on' : 'Bluetooth is off';
    const row = (title: string, page: PageId, look: { glyph: string; color: string; summary: string }) =>
      link(self, title, page, { summary: look.summary, leading: sign(look.glyph, look.color) });
    return [
      row('Network & internet', 'network', { glyph: mdiWifi, color: '#1a73e8', summary: wifiSummary(self) }),
      row('Connected devices', 'devices', { glyph: mdiDevices, color: '#1e8e3e', summary: bluetooth }),
      row('Apps', 'apps', {
        glyph: mdiApps,
        color: '#e8710a',
        summary: `${listedApps(self).length} apps installed`,
      }),
      row('Notifications', 'notifications', {
        glyph: mdiBell,
        color: '#d93025',
        summary: `${self.phone.notifications.list.length} shown now`,
      }),
      row('Battery', 'battery', {
        glyph: mdiBattery80,
        color: '#188038',
        summary: `${battery.level}%${battery.charging ? ' · Charging' : ''}`,
      }),
      row('Storage', 'storage', {
        glyph: mdiHarddisk,
        color: '#9334e6',
        summary: `${Math.floor((1 - storage.free() / storage.total) * 100)}% used · ${storageText(storage.free())} free`,
      }),
      row('Sound & vibration', 'sound', {
        glyph: mdiVolumeHigh,
        color: '#d93025',
        summary: 'Volume, ringtones, Do Not Disturb',
      }),
      row('Display', 'display', {
        glyph: mdiBrightness6,
        color: '#f29900',
        summary: `Brightness ${brightness}%, ${display.landscape ? 'landscape' : 'portrait'}`,
      }),
      row('Accessibility', 'accessibility', {
        glyph: mdiHumanHandsup,
        color: '#12a4af',
        summary: 'Display, interaction, audio',
      }),
      row('Security & privacy', 'security', {
        glyph: mdiShieldLock,
        color: '#188038',
        summary: 'Screen lock, access, passwords',
      }),
      row('Location', 'location', {
        glyph: mdiMapMarker,
        color: '#1a73e8',
        summary: settings.isOn('secure', 'location_mode') ? 'On' : 'Off',
      }),
      row('Safety & emergency', 'emergency', {
        glyph: mdiMedicalBag,
        color: '#d93025',
        summary: 'Emergency SOS, medical info, alerts',
      }),
      row('System', 'system', {
        glyph: mdiCogOutline,
        color: '#5f6368',
        summary: 'Languages, time, updates',
      }),
      row('About phone', 'about', { glyph: mdiCellphone, color: '#5f6368', summary: MODEL }),
    ];
  },
};
