// The bridge runs in a process of its own, so that a bad call or a hanging application cannot take the server down.
// Its only argument is a JSON object with the libraries to load. It exits when its input ends.
import { hasCode } from '@handeye/core/device/error-code';
import { npmInstall } from '@handeye/core/text/npm-install';
import { handleLine } from './handlers.ts';
import { readLines } from './lines.ts';
import type { Mac } from './mac.ts';
import type { Response } from './protocol.ts';
import { readLibraries } from './requests.ts';
import { systemClock } from './time.ts';
import { Values } from './native/values.ts';

const mac = await start();
if (mac !== undefined) {
  for await (const line of readLines(process.stdin)) reply(handleLine(mac, line));
}

async function start(): Promise<Mac | undefined> {
  try {
    const { loadNative } = await import('./native/load.ts').catch(koffiMissing);
    const native = loadNative(readLibraries(process.argv[2]));
    return { native, values: new Values(native), clock: systemClock };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    reply({ id: null, error: { kind: 'internal', message } });
    process.exitCode = 1;
    return undefined;
  }
}

/** koffi is an optional peer dependency: only the Mac needs it. */
function koffiMissing(cause: unknown): never {
  const why = hasCode(cause, 'ERR_MODULE_NOT_FOUND')
    ? 'the package koffi is not installed'
    : `the package koffi cannot be loaded (${cause instanceof Error ? cause.message : String(cause)})`;
  throw new Error(`${why}. Install it with: ${npmInstall('koffi')}`, { cause });
}

function reply(response: Response): void {
  process.stdout.write(`${JSON.stringify(response)}\n`);
}
