import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run record:mcp`: records answers/ anew, from a checkout of the commit whose answers are the measure. For a change of the
 * virtual phone's screens or of the calls in sequence.ts, never to make a failing replay pass: that one found a change of `/mcp`.
 * With `--phone now` the phone is today's: the two meet over the wire only.
 */

/** The last commit before lean was written anew. */
const MEASURE = 'f3c2600';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = mkdtempSync(join(tmpdir(), 'handeye-record-'));
const COPIED = join(FOLDER, 'test/real/recorded');
try {
  const archive = execFileSync('git', ['archive', MEASURE], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', FOLDER], { input: archive });
  if (process.argv.includes('--phone') && process.argv.at(-1) === 'now') {
    rmSync(join(FOLDER, 'packages/virtual-phone'), { recursive: true });
    cpSync(join(ROOT, 'packages/virtual-phone'), join(FOLDER, 'packages/virtual-phone'), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(FOLDER, 'node_modules'));
  cpSync(HERE, COPIED, { recursive: true });
  execFileSync(process.execPath, ['--import=tsx', 'test/real/recorded/record-answers.ts'], {
    cwd: FOLDER,
    stdio: 'inherit',
  });
  cpSync(join(COPIED, 'answers'), join(HERE, 'answers'), { recursive: true });
} finally {
  rmSync(FOLDER, { recursive: true, force: true });
}
