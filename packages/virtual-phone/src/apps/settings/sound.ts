import { mdiAlarm, mdiBellOutline, mdiMusicNote, mdiPhone } from '@mdi/js';
import { icon } from '../../framework/widgets/kit.ts';
import { choiceFor, levelFor, section, switchFor } from './entries.ts';
import type { Page } from './page.ts';

const tunes = ['Harbour', 'Wooden steps', 'Two drops', 'Morning tram', 'None'].map((label) => ({
  label,
  value: label,
}));

export const soundPage: Page = {
  title: 'Sound & vibration',
  entries: (self) => {
    const volume = (title: string, name: string, facts: { max: number; sign: string }) =>
      levelFor(self, title, ['system', name], {
        max: facts.max,
        fallback: 5,
        leading: icon(facts.sign, { decorative: true }),
      });
    return [
      section('Volume'),
      volume('Media volume', 'volume_music', { max: 15, sign: mdiMusicNote }),
      volume('Call volume', 'volume_voice', { max: 7, sign: mdiPhone }),
      volume('Ring volume', 'volume_ring', { max: 7, sign: mdiBellOutline }),
      volume('Alarm volume', 'volume_alarm', { max: 7, sign: mdiAlarm }),
      section('Ringtones'),
      choiceFor(self, 'Phone ringtone', ['system', 'ringtone'], tunes),
      choiceFor(self, 'Notification sound', ['system', 'notification_sound'], tunes),
      section('Behavior'),
      switchFor(self, 'Do Not Disturb', ['global', 'zen_mode']),
      switchFor(self, 'Vibrate for calls', ['system', 'vibrate_when_ringing']),
      switchFor(self, 'Dial pad tones', ['system', 'dtmf_tone'], { whenAbsent: true }),
      switchFor(self, 'Touch sounds', ['system', 'sound_effects_enabled'], { whenAbsent: true }),
      switchFor(self, 'Charging sounds and vibration', ['secure', 'charging_sounds_enabled'], {
        whenAbsent: true,
      }),
    ];
  },
};
