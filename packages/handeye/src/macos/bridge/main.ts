// The bridge: a process of its own, because a wrong call or a hanging application must never take the server along.
// Its one argument names the libraries to load (JSON). It ends when nobody asks any more.
import { answerLine } from './answers.ts';
import { readLines } from './lines.ts';
import type { Mac } from './mac.ts';
import type { Response } from './protocol.ts';
import { readLibraries } from './requests.ts';
import { systemClock } from './time.ts';
import { Values } from './values.ts';

const mac = await start();
if (mac !== undefined) {
  for await (const line of readLines(process.stdin)) say(answerLine(mac, line));
}

async function start(): Promise<Mac | undefined> {
  try {
    const { loadNative } = await import('./native.ts').catch(withoutKoffi);
    const native = loadNative(readLibraries(process.argv[2]));
    return { native, values: new Values(native), clock: systemClock };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    say({ id: null, error: { kind: 'internal', message } });
    process.exitCode = 1;
    return undefined;
  }
}

/** koffi is optional: where it could not be installed, everything but the Mac works without it. */
function withoutKoffi(cause: unknown): never {
  throw new Error('The package koffi is missing or does not run here: npm install koffi', { cause });
}

function say(response: Response): void {
  process.stdout.write(`${JSON.stringify(response)}\n`);
}
