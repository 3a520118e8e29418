// npm run check: all that can be said of the code without running it. Types and lint of test/real and bench need the packages
// of test/real, so these are installed first.
import { install, npm } from './prepare.mjs';

install();
install('test/real');
for (const part of ['types', 'types:real', 'lint', 'format', 'structure', 'docs']) {
  npm(['run', '--silent', `check:${part}`]);
}
