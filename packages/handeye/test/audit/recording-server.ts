import { createLog } from '../../src/cli/log.ts';
import { openRecorder } from '../../src/cli/audit-recorder.ts';
import { readCommandLine } from '../../src/config/flags.ts';
import { loadConfig } from '../../src/config/load.ts';
import { settings } from '../../src/config/settings.ts';
import { Registry } from '@handeye/core/device/registry';
import { defaultPolicy } from '@handeye/core/guard/policy';
import { serveStdio } from '@handeye/core/server/stdio';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import { ScriptedDevice, sourceOf } from '@handeye/testing/scripted-device';
import { list } from '@handeye/testing/screens';

/** A scripted device served over stdio with a record, as a program that tests can kill. */
const PATH = process.argv[2] ?? '';
const { given } = readCommandLine(['--audit', PATH, '--audit-screens'], settings);
const { config } = loadConfig(given, { env: {}, platform: 'linux', home: '/nowhere' });
const log = createLog({
  level: 'warn',
  plain: true,
  write: (line) => process.stderr.write(line),
  now: () => new Date(),
});
const policy = { ...defaultPolicy, writesPerSecond: 1000 };
const record = openRecorder(PATH, { policy, config, log, version: '1.2.3' });
for (const notice of record.notices) log.warn(notice);
const registry = new Registry({
  sources: [sourceOf([new ScriptedDevice(list(0, { size: 100 }))])],
  configured: ['scripted'],
});
await serveStdio({
  toolbox: createToolbox({ registry, policy, record }),
  name: 'handeye',
  version: '1.2.3',
  log: () => undefined,
  input: process.stdin,
  output: process.stdout,
});
record.close();
