// npm run soak: 5,000 calls in a row on the virtual phone. SOAK_CALLS makes it another number.
import { install, root, run } from './prepare.mjs';

install();
run(process.execPath, ['--import=tsx', '--test', 'test/real/android/soak.test.ts'], {
  cwd: root,
  env: { SOAK_CALLS: '5001', ...process.env },
});
