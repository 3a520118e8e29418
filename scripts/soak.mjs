// npm run soak: 5,000 calls in a row on the virtual phone, over plain ADB and with the companion; then 21 servers are killed at
// random moments. SOAK_CALLS, SOAK_KILLS (for each of three phones) and SOAK_SEED change these numbers.
import { build, install, root, run } from './prepare.mjs';

install();
build();
run(
  process.execPath,
  [
    '--import=tsx',
    '--test',
    'test/real/android/soak.test.ts',
    'test/real/android/companion/server-killed.test.ts',
  ],
  { cwd: root, env: { SOAK_CALLS: '5001', SOAK_KILLS: '7', ...process.env } },
);
