// npm pack and npm publish of a package: builds it and puts the project's own pages beside it; `--clean` takes them away again.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, npm, root } from './prepare.mjs';

/** The files of the project's root that go into the tarball. */
const pages = {
  handeye: ['README.md', 'CHANGELOG.md', 'LICENSE', 'NOTICE', 'docs'],
  'virtual-phone': ['LICENSE', 'NOTICE'],
  farm: ['LICENSE', 'NOTICE'],
};

const [name, flag] = process.argv.slice(2);
const home = join(root, 'packages', name);

if (flag === '--clean') clean();
else prepare();

function prepare() {
  build();
  for (const page of pages[name]) {
    if (page === 'docs') copyDocs();
    else cpSync(join(root, page), join(home, page));
  }
  if (existsSync(join(home, 'tsconfig.types.json'))) {
    npm(['exec', '--no', '--', 'tsc', '-p', join(home, 'tsconfig.types.json')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
}

/** Pages only, because pictures are large. */
function copyDocs() {
  mkdirSync(join(home, 'docs'), { recursive: true });
  for (const file of readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'))) {
    cpSync(join(root, 'docs', file), join(home, 'docs', file));
  }
}

function clean() {
  for (const page of pages[name]) rmSync(join(home, page), { recursive: true, force: true });
}
