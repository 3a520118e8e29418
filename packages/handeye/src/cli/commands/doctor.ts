import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { constants, existsSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onOrOff } from '../../config/values.ts';
import { settingNames } from '../../config/settings.ts';
import { SELF } from '../../config/values.ts';
import { type CliCommand, type CommandContext, exit } from '../command.ts';
import { makeFolder } from '@handeye/core/device/make-folder';
import { readRegularFile } from '@handeye/core/device/regular-file';
import { readToken } from '@handeye/core/server/token';
import { missing } from './devices.ts';
import { isHandeyeAt } from './doctor-port.ts';
import type { DeviceRow } from '../services.ts';

export const doctor: CliCommand = {
  name: 'doctor',
  about: 'Check what Handeye needs, and say how to fix what is missing.',
  quiet: true,
  settings: settingNames,
  own: { json: { schema: onOrOff(), default: false, about: 'Print JSON.' } },
  async run(context) {
    const examinations = await Promise.all(checks.map((check) => examined(check, context)));
    const findings = examinations.filter((finding) => finding !== undefined);
    const { own, print } = context;
    print(own.json === true ? JSON.stringify(findings, null, 2) : report(findings));
    return findings.some(({ state }) => state === 'broken') ? exit.failed : exit.fine;
  },
};

type Named = Finding & { readonly check: string };

async function examined({ name, look }: Check, context: CommandContext): Promise<Named | undefined> {
  try {
    const finding = await look(context);
    return finding && { check: name, ...finding };
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    return { check: name, state: 'broken', found };
  }
}

const marks = { fine: 'ok   ', note: 'note ', broken: 'FAIL ' } as const;

function report(findings: readonly Named[]): string {
  const lines = findings.flatMap(({ check, state, found, fix }) => [
    `${marks[state]} ${check}: ${found}`,
    ...(fix === undefined ? [] : [`      ${fix}`]),
  ]);
  const broken = findings.filter(({ state }) => state === 'broken').length;
  return [...lines, '', broken === 0 ? 'Handeye can run.' : `Problems to fix first: ${broken}.`].join('\n');
}

/** The result of a check: fine, a note (Handeye runs without it), or broken. */
interface Finding {
  readonly state: 'fine' | 'note' | 'broken';
  readonly found: string;
  /** The remedy. */
  readonly fix?: string;
}

/**
 * One check of `handeye doctor`. A check that throws counts as broken; one that returns nothing is left out of the
 * report.
 */
interface Check {
  readonly name: string;
  readonly look: (context: CommandContext) => Promise<Finding | undefined> | Finding;
}

const run = promisify(execFile);

const node: Check = {
  name: 'Node.js',
  look({ environment: { program } }) {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    const found = `${process.version} (${program[0]})`;
    if (major > 20 || (major === 20 && minor >= 19)) return { state: 'fine', found };
    return { state: 'broken', found, fix: 'Install Node.js 20.19 or newer: https://nodejs.org' };
  },
};

const folder: Check = {
  name: 'Config folder',
  async look({ folder, environment }) {
    try {
      await makeFolder(folder);
      await access(folder, constants.W_OK);
    } catch {
      const fix = `Make ${folder} a folder that you can write to, or set HANDEYE_TOKEN.`;
      return { state: 'broken', found: `${folder} is not writable`, fix };
    }
    if (!(await isOpen(folder, 0o022, environment))) return { state: 'fine', found: folder };
    return { state: 'broken', found: `other users can write to ${folder}`, fix: `chmod 700 "${folder}"` };
  },
};

/**
 * Whether other users have one of these permissions. Windows keeps permissions in access lists, which the mode does not
 * show.
 */
async function isOpen(
  path: string,
  rights: number,
  { platform }: CommandContext['environment'],
): Promise<boolean> {
  return platform !== 'win32' && ((await stat(path)).mode & rights) !== 0;
}

const token: Check = {
  name: 'Token',
  async look({ config, folder, environment }) {
    if (config.noAuth) return { state: 'note', found: 'not required (--no-auth)' };
    if (config.token !== undefined) return { state: 'fine', found: 'set by you' };
    const file = join(folder, 'token');
    if (!existsSync(file)) return { state: 'fine', found: 'will be generated at the first start' };
    if (await isOpen(file, 0o077, environment))
      return { state: 'broken', found: `other users can read ${file}`, fix: `chmod 600 "${file}"` };
    readToken(file); // Fails with the same message as `serve`.
    return { state: 'fine', found: `saved in ${file}` };
  },
};

const port: Check = {
  name: 'Port',
  async look({ config }) {
    const { host, port } = config;
    const server = createServer();
    try {
      server.listen(port, host);
      await once(server, 'listening');
      return { state: 'fine', found: `${host}:${port} is free` };
    } catch (cause) {
      if (await isHandeyeAt(config)) return { state: 'fine', found: `Handeye is serving at ${host}:${port}` };
      const why = cause instanceof Error ? cause.message : String(cause);
      return { state: 'broken', found: why, fix: 'Stop the program that uses it, or choose another --port.' };
    } finally {
      server.close();
    }
  },
};

const certificate: Check = {
  name: 'HTTPS',
  look({ config: { https, cert, key } }) {
    if (!https) return { state: 'fine', found: 'off' };
    if (cert === undefined || key === undefined)
      return { state: 'fine', found: 'a self-signed certificate is generated at the first start' };
    for (const file of [cert, key]) readRegularFile(file);
    return { state: 'fine', found: cert };
  },
};

const pictures: Check = {
  name: 'Pictures',
  async look({ environment }) {
    try {
      const { default: sharp } = await import('sharp');
      return { state: 'fine', found: `sharp ${sharp.versions.sharp}` };
    } catch {
      if (environment.platform === 'android') {
        const { SHARP_ON_ANDROID } = await import('@handeye/core/tools/frame/pictures/load-sharp');
        const found =
          "as the phone's companion makes them; cropping, marks and plain ADB need sharp's WebAssembly build";
        return { state: 'note', found, fix: SHARP_ON_ANDROID };
      }
      const fix = 'Reinstall Handeye with npm on the machine that runs it, without --omit=optional.';
      return { state: 'broken', found: 'the package sharp cannot be loaded', fix };
    }
  },
};

const HOW_TO_GET_ADB =
  'Only needed for phones connected by USB: over Wi-Fi, "handeye pair" does without it. To get it, install the Android platform tools (Debian: apt-get install adb; ' +
  'macOS: brew install android-platform-tools; Windows: winget install Google.PlatformTools), or set ADB to the path ' +
  'of the program.';

const adb: Check = {
  name: 'adb',
  async look({ environment: { env, platform } }) {
    const { findAdb } = await import('@handeye/adb/server/find-adb');
    const search = await findAdb(env, { platform });
    if (!('found' in search)) return { state: 'note', found: 'not found', fix: HOW_TO_GET_ADB };
    try {
      const { stdout } = await run(search.found, ['version'], { timeout: 5000 });
      return { state: 'fine', found: `${stdout.split('\n')[0]?.trim() ?? 'found'} (${search.found})` };
    } catch {
      return { state: 'note', found: `${search.found} does not run`, fix: HOW_TO_GET_ADB };
    }
  },
};

/** `R58M (Galaxy A5, Android 14): ready, by plain ADB (--tier plain), but no clipboard`. */
function deviceLine(row: DeviceRow): string {
  const lacks = missing(row).map(({ what }) => what);
  const served = row.servedBy === undefined ? '' : `, by ${row.servedBy}`;
  return `${row.id} (${row.title}): ${row.state}${served}${lacks.length > 0 ? `, but no ${lacks.join(', ')}` : ''}`;
}

const devices: Check = {
  name: 'Devices',
  async look({ services, config, log, folder }) {
    const rows = await services.devices({ ...config, farm: [] }, { log, folder, tryOut: true });
    const unready = rows.filter(({ state, problem }) => state !== 'ready' || problem !== undefined);
    const found = rows.map(deviceLine).join('; ') || 'none attached';
    const fixes = unready.flatMap(({ id, fix }) => (fix === undefined ? [] : [`${id}: ${fix}`]));
    // Handeye runs without a phone that is merely attached, but not without the one that was asked for.
    const isMissing = config.device.length > 0 && rows.some(({ state }) => state !== 'ready');
    return {
      state: isMissing ? 'broken' : unready.length === 0 ? 'fine' : 'note',
      found,
      ...(fixes.length > 0 && { fix: fixes.join(' ') }),
    };
  },
};

const wifi: Check = {
  name: 'Wi-Fi phones',
  async look({ services, folder }) {
    const checkup = await services.wifiPhones(folder);
    return { state: checkup.fix === undefined ? 'fine' : 'note', ...checkup };
  },
};

/** Android 12 and later end the child processes of apps: all of Termux' programs are such. */
const childProcesses: Check = {
  name: 'Child processes',
  async look({ config, log, folder, environment: { platform } }) {
    if (platform !== 'android' || !config.device.includes(SELF)) return undefined;
    const { phantomLimit } = await import('../on-phone.ts');
    // If the phone does not answer, the devices tell why.
    return phantomLimit(config, { log, folder }).catch(() => undefined);
  },
};

const farm: Check = {
  name: 'Farm',
  async look({ services, config, environment }) {
    const { farmCredentials: file } = config;
    if (config.farm.length > 0 && file !== undefined && (await isOpen(file, 0o077, environment)))
      return { state: 'broken', found: `other users can read ${file}`, fix: `chmod 600 "${file}"` };
    const found = await services.farm(config);
    return found === undefined ? undefined : { state: 'fine', found };
  },
};

const mac: Check = {
  name: 'macOS',
  async look({ services }) {
    const checkup = await services.checkMac();
    return checkup && { state: checkup.fix === undefined ? 'fine' : 'note', ...checkup };
  },
};

const desktops: Check = {
  name: 'Desktop',
  async look({ services, config }) {
    const all = await services.desktops(config);
    if (all.length === 0) return { state: 'fine', found: 'not used (--device linux)' };
    const advice = all.flatMap((desktop) => desktop.advice);
    const found = all.map((desktop) => desktop.found).join('; ');
    return advice.length === 0 ? { state: 'fine', found } : { state: 'note', found, fix: advice.join(' ') };
  },
};

/** All checks, in the order of the report. */
const checks: readonly Check[] = [
  node,
  folder,
  token,
  port,
  certificate,
  pictures,
  adb,
  devices,
  wifi,
  childProcesses,
  farm,
  desktops,
  mac,
];
