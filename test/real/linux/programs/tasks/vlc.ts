import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { soon } from '../agent.ts';
import { vlc as startVlc } from '../recipes.ts';
import type { Stage, Task } from '../task.ts';
import { picture } from './common.ts';

const RATE = 8000;
const SECONDS = 120;

/** Opens a file by the menu, pauses and stops; VLC's own remote control reports the outcome. */
export const vlc: Task = {
  program: 'VLC 3.0 (Qt 5)',
  async start({ session }) {
    await writeFile(join(session.home, 'silence.wav'), silence());
    return startVlc(session, ['--control=dbus']);
  },
  without: { scroll: 'nothing scrolls in its window' },
  steps: [
    {
      ability: 'read',
      async run({ agent }) {
        await agent.see(/Media[^]*Playback[^]*Play/);
      },
    },
    picture,
    {
      ability: 'menu',
      async run({ agent, evidence }) {
        await agent.click(/ Media$/);
        await agent.click(/Open File\.\.\./);
        await evidence.title(/Select one or more files to open|Open/);
      },
    },
    {
      ability: 'type',
      async run({ agent, evidence, session }) {
        await agent.setText(
          join(session.home, 'silence.wav'),
          /\[edit.*(File name|name)|\[edit, focused|\[edit/,
        );
        await agent.click(/ Open$/);
        await evidence.title(/silence/);
      },
    },
    {
      ability: 'click',
      async run(stage) {
        const { agent } = stage;
        await agent.click(/Pause the playback/);
        await soon('the pause', async () => (await control(stage, 'PlaybackStatus')).includes('Paused'));
        await agent.click(/Stop playback/);
        await soon('the stop', async () => (await control(stage, 'PlaybackStatus')).includes('Stopped'));
      },
    },
    {
      ability: 'context menu',
      async run({ agent, evidence }) {
        await agent.click(/Toggle playlist/);
        await agent.openContextMenu(/ silence/);
        // Qt 5 does not put a context menu into its accessible tree: its fourth item is Information.
        for (let item = 0; item < 4; item++) await agent.press('DOWN');
        await agent.press('ENTER');
        await evidence.title(/Information/);
      },
    },
  ],
};

/** A property of the player, by MPRIS, which VLC offers on the session bus. */
function control({ evidence }: Stage, property: string): Promise<string> {
  return evidence.says('dbus-send', [
    ...['--session', '--print-reply', '--dest=org.mpris.MediaPlayer2.vlc', '/org/mpris/MediaPlayer2'],
    ...['org.freedesktop.DBus.Properties.Get', 'string:org.mpris.MediaPlayer2.Player', `string:${property}`],
  ]);
}

/** A WAV file: one channel, eight bits. */
function silence(): Buffer {
  const size = RATE * SECONDS;
  const file = Buffer.alloc(44 + size, 128);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + size, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36);
  file.writeUInt32LE(size, 40);
  return file;
}
