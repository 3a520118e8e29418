import { readFileSync } from 'node:fs';

/** A command on a real Android 5.1.1, and its output. */
export interface Recorded {
  readonly command: string;
  readonly text: string;
  readonly code: number;
}

/** Reads a recording: `$ command`, output, `[rc=N]`. */
export function recorded(name: string): readonly Recorded[] {
  const file = readFileSync(new URL(`../fixtures/android-5.1/${name}.txt`, import.meta.url), 'utf8');
  return [...file.matchAll(/^\$ (.*)\n([^]*?)\[rc=(\d+)\]$/gm)].map(
    ([, command = '', text = '', code = '']) => ({
      command,
      text,
      code: Number(code),
    }),
  );
}

const view =
  /^ +[\w.$]+\{[0-9a-f]+ [VG][F.][E.][D.][H.][V.][C.][L.] [A-Z.]{8} -?\d+,-?\d+--?\d+,-?\d+(?: #[0-9a-f]+ \w+:id\/\w+)?\}$/;

/** A line without the device's own data: names, hashes, numbers and states. */
export function shapeOf(line: string): string {
  if (view.test(line)) return 'a view';
  return line
    .replace(/(?<=technology: ).*/, '')
    .replace(/\b(?:android|com|io|t)(?:\.[\w$]+)+(?:\/[\w.$]*)?/g, 'P')
    .replace(/\b(?:StatusBar|NavigationBar|SearchPanel|Heads Up|KeyguardScrim)\b/g, 'P')
    .replace(/P\/P/g, 'P')
    .replace(/\b(?:true|false)\b/g, 'B')
    .replace(/\b(?:RESUMED|STOPPED)\b/g, 'S')
    .replace(/(?<=[{@ x])[0-9a-f]{5,8}\b/g, 'N')
    .replace(/(?<=\/system\/priv-app\/)\S+/, 'P')
    .replace(/-?\d+(?:\.\d+)?(?:E-\d+)?/g, 'N');
}
