// Loaded before the server: Node then says that it is on Android, sharp has no binary, and nothing may use the folders that a
// phone does not have.
import childProcess from 'node:child_process';
import fs from 'node:fs';
import Module, { syncBuiltinESMExports } from 'node:module';

Object.defineProperty(process, 'platform', { value: 'android' });

const load = Module._load;
Module._load = function (request, ...rest) {
  if (/^(?:@img\/sharp-|koffi|@koromix\/|@resvg\/)/.test(request)) {
    throw Object.assign(new Error(`Cannot find module '${request}'`), { code: 'MODULE_NOT_FOUND' });
  }
  return load.call(this, request, ...rest);
};

const { HANDEYE_TEST_ROOT: root = '' } = process.env;
delete process.env.HANDEYE_TEST_ROOT;
const isMissing = (path) =>
  /^\/(?:tmp|usr|bin|sbin|var|etc)(?:\/|$)/.test(String(path)) && !String(path).startsWith(root);

/** Programs are found by PATH, as in Termux. */
for (const name of ['spawn', 'execFile', 'spawnSync', 'execFileSync']) {
  const real = childProcess[name];
  childProcess[name] = (file, ...rest) => real(isMissing(file) ? `/missing${file}` : file, ...rest);
}

function guard(target, names) {
  for (const name of names) {
    const real = target[name];
    if (typeof real !== 'function') continue;
    target[name] = Object.assign((path, ...rest) => {
      if (isMissing(path)) process.stderr.write(`USED ${name} ${path}\n`);
      return real(path, ...rest);
    }, real);
  }
}
const paths = [
  'open',
  'readFile',
  'writeFile',
  'mkdir',
  'mkdtemp',
  'readdir',
  'stat',
  'lstat',
  'access',
  'rename',
  'rm',
  'unlink',
];
guard(fs, [
  ...paths,
  ...paths.map((name) => `${name}Sync`),
  'existsSync',
  'createWriteStream',
  'createReadStream',
]);
guard(fs.promises, paths);
syncBuiltinESMExports();
