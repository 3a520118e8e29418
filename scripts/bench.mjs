// npm run bench:NAME -- ARGUMENTS: installs what the bench needs, says so, and runs it.
import { join } from 'node:path';
import { build, install, root, run, say } from './prepare.mjs';
import { installPrograms } from './programs.mjs';

/** The file of each bench, whether it uses packages of the real tests, and the tests that drive the same programs. */
const benches = {
  protocol: { file: 'protocol.ts', real: false, like: [] },
  adb: { file: 'adb.ts', real: false, like: ['test/real/adb'] },
  phone: { file: 'phone-state.ts', real: false, like: [] },
  android: { file: 'android.ts', real: true, like: ['test/real/android'] },
  loop: { file: 'loop.ts', real: true, like: ['test/real/android'] },
  tokens: { file: 'tokens.ts', real: true, like: [] },
  guard: { file: 'guard.ts', real: false, like: [] },
  farm: { file: 'farm.ts', real: true, like: ['test/real/farm'] },
  flows: { file: 'flows.ts', real: false, like: [] },
  studio: { file: 'studio.ts', real: true, like: ['test/real/studio'] },
  linux: { file: 'linux.ts', real: true, like: ['test/real/linux'] },
};

const [name, ...args] = process.argv.slice(2);
if (!Object.hasOwn(benches, name ?? ''))
  fail(`no such bench: ${name}; there are ${Object.keys(benches).join(', ')}`);
const { file, real, like } = benches[name];
install();
// There are the programs of others that it compares with.
if (real) install('test/real');
const { packages } = installPrograms((tests) => like.includes(tests));
if (packages.length > 0)
  fail(`bench:${name} needs ${packages.join(', ')}: apt-get install ${packages.join(' ')}`);
build();
run(process.execPath, ['--import=tsx', join(root, 'bench', file), ...args]);

function fail(why) {
  say(why);
  process.exit(1);
}
