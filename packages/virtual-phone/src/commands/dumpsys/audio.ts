import type { Framework } from '../../framework/system/framework.ts';
import type { RunningAndroid } from '../running-android.ts';

const streams = [
  { name: 'STREAM_VOICE_CALL', setting: 'volume_voice', most: 5, usual: 4 },
  { name: 'STREAM_SYSTEM', setting: 'volume_system', most: 7, usual: 5 },
  { name: 'STREAM_RING', setting: 'volume_ring', most: 7, usual: 5 },
  { name: 'STREAM_MUSIC', setting: 'volume_music', most: 15, usual: 5 },
  { name: 'STREAM_ALARM', setting: 'volume_alarm', most: 7, usual: 6 },
  { name: 'STREAM_NOTIFICATION', setting: 'volume_notification', most: 7, usual: 5 },
] as const;

/** `dumpsys audio`: the volume of each stream, and the ringer mode. Android 5 prints only the volume of each output. */
export function dumpAudio({ framework }: RunningAndroid): string {
  const { settings, shape } = framework;
  const isOld = shape.release === 5;
  const volumes = streams.map(({ name, setting, most, usual }) => {
    const now = settings.number('system', setting, usual);
    const outputs = `Current: 2 (speaker): ${now}, 40000000 (default): ${now}`;
    return isOld
      ? `- ${name}:\n   Mute count: 0\n   Max: ${most}\n   ${outputs}\n`
      : `- ${name}:\n   Muted: false\n${shape.release >= 12 ? '   Muted Internally: false\n' : ''}   Min: 0\n   Max: ${most}\n   streamVolume:${now}\n   ${outputs}\n   Devices: speaker\n`;
  });
  const mode = ringerMode(framework);
  const ringer = isOld
    ? `Ringer mode: \n- mode = ${mode}\n`
    : `Ringer mode: \n- mode (internal) = ${mode}\n- mode (external) = ${mode}\n`;
  return `MediaFocusControl dump time: 0:00:00 AM\n\nStream volumes (device: index)\n${volumes.join('')}\n- mute affected streams = 0x2e\n\n${ringer}- ringer mode affected streams = 0x126\n`;
}

function ringerMode({ settings }: Framework): string {
  const value = settings.get('global', 'mode_ringer');
  return value === '0' ? 'SILENT' : value === '1' ? 'VIBRATE' : 'NORMAL';
}
