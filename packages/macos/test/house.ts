// Everything from the tools down on a fake Mac: MacDevice, real bridge processes, koffi, the fake library.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { Registry } from '@handeye/core/device/registry';
import { type MacOptions, MacSource } from '../src/source.ts';
import { createToolbox, type ToolboxOptions } from '@handeye/core/tools/create-toolbox';
import { defaultPolicy } from '@handeye/core/guard/policy';
import type { Toolbox } from '@handeye/core/tools/frame/toolbox';
import { patientLimits } from '@handeye/testing/patience';
import { sourceOf } from '@handeye/testing/scripted-device';
import { refusalsOf } from '@handeye/testing/scripted-desktop';
import { callers } from '@handeye/testing/tools';
import { type Ending, FakeMac } from './fake/mac.ts';
import type { FakeWorld } from './fake/world.ts';
import { display } from './worlds.ts';

/** The Mac's programs as small scripts, with clipboard and screen in files. */
export class FakePrograms {
  readonly #folder = mkdtempSync(join(tmpdir(), 'fake-programs-'));
  readonly paths = {
    screencapture: this.#script('screencapture', 'for file; do :; done; cp "$0.png" "$file"'),
    pbcopy: this.#script('pbcopy', 'env > "$0.env"; cat > "$(dirname "$0")/clip"'),
    pbpaste: this.#script('pbpaste', 'env > "$0.env"; cat "$(dirname "$0")/clip" 2>/dev/null || :'),
    open: this.#script('open', 'echo "$*" >> "$0.log"'),
    osascript: this.#script(
      'osascript',
      'for last; do :; done; case "$*" in *erminate*) echo "$last" >> "$0.log"; echo true;; *OpenURL*) cat "$0.handler" 2>/dev/null || :;; *) cat "$0.json";; esac',
    ),
    defaults: this.#script('defaults', 'case $3 in AppleLocale) echo en_GB@rg=dezzzz;; *) exit 1;; esac'),
    pmset: this.#script(
      'pmset',
      String.raw`printf "Now drawing from 'AC Power'\n -InternalBattery-0 (id=1)\t85%%; charging; 1:10 remaining present: true\n"`,
    ),
    swVers: this.#script('sw_vers', 'echo 15.1'),
  };

  constructor(t: Ending) {
    t.after(() => {
      rmSync(this.#folder, { recursive: true, force: true });
    });
  }

  /** Where this Mac keeps its applications. */
  get applicationFolder(): string {
    return join(this.#folder, 'Applications');
  }

  /** Puts applications into that folder, and lets osascript say this of them. */
  installs(bundles: readonly { readonly file: string; readonly [fact: string]: string }[]): void {
    const facts = bundles.map(({ file, ...rest }) => {
      const path = join(this.applicationFolder, file);
      mkdirSync(path, { recursive: true });
      return { path, ...rest };
    });
    writeFileSync(`${this.paths.osascript}.json`, JSON.stringify(facts));
  }

  /** Which application Launch Services has for every address. */
  opensAddressesWith(bundleId: string): void {
    writeFileSync(`${this.paths.osascript}.handler`, `${bundleId}\n`);
  }

  /** The processes that were asked to quit. */
  asksToQuit(): readonly string[] {
    const log = `${this.paths.osascript}.log`;
    return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  }

  /** The arguments of each run of `open`. */
  opened(): readonly string[] {
    const log = `${this.paths.open}.log`;
    return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  }

  /** An empty clipboard, and a screen of which no picture can be taken. */
  forget(): void {
    for (const name of ['clip', 'screencapture.png']) rmSync(join(this.#folder, name), { force: true });
  }

  shows(png: Uint8Array): void {
    writeFileSync(`${this.paths.screencapture}.png`, png);
  }

  /** The text on the clipboard. */
  clip(): string {
    return readFileSync(join(this.#folder, 'clip'), 'utf8');
  }

  holds(text: string): void {
    writeFileSync(join(this.#folder, 'clip'), text);
  }

  /** An environment variable of the program's last run. */
  variable(program: 'pbcopy' | 'pbpaste', name: string): string | undefined {
    const file = `${this.paths[program]}.env`;
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    return lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1);
  }

  #script(name: string, body: string): string {
    const path = join(this.#folder, name);
    writeFileSync(path, `#!/bin/sh\n${body}\n`);
    chmodSync(path, 0o755);
    return path;
  }
}

/** Options that make MacSource use this Mac instead of a real one. */
export function optionsOf(mac: FakeMac, programs: FakePrograms): Required<MacOptions> {
  return {
    platform: 'darwin',
    bridge: { libraries: mac.libraries, environment: { ...process.env, ...mac.env } },
    programs: programs.paths,
    applicationFolders: [programs.applicationFolder],
  };
}

function toolsOn(
  registry: Registry,
  options: Partial<ToolboxOptions>,
  afterEach: () => void = () => undefined,
) {
  const made = createToolbox({
    registry,
    toolsets: ['device', 'desktop'],
    limits: patientLimits,
    policy: { ...defaultPolicy, writesPerSecond: 1000 },
    ...options,
  });
  const toolbox: Toolbox = {
    ...made,
    async call(...call) {
      const result = await made.call(...call);
      afterEach();
      return result;
    },
  };
  const tools = callers(toolbox);
  return { toolbox, ...tools, refusal: refusalsOf(tools) };
}

/** The tools on a fake Mac for one test. */
export function macHouse(t: Ending, world: FakeWorld, options: Partial<ToolboxOptions> = {}) {
  const mac = new FakeMac(t, world);
  const programs = new FakePrograms(t);
  const registry = new Registry({
    sources: [new MacSource(optionsOf(mac, programs))],
    configured: ['macos'],
  });
  t.after(() => registry.close());
  return { mac, programs, registry, ...toolsOn(registry, options) };
}

/**
 * One Mac for a file of tests: its bridges start once, and it becomes another world for each of them. After each call
 * of a tool no object of its libraries may be alive.
 */
export function sharedMac(end: Ending) {
  const { mac, programs, registry } = macHouse(end, { displays: [display] });
  const limit = patientLimits.action;
  const opening = withinLimit({ clock: realClock, limit }, (call) => registry.choose(undefined, call));
  return async (world: FakeWorld, options: Partial<ToolboxOptions> = {}) => {
    const { device } = await opening;
    mac.become(world);
    mac.forget();
    programs.forget();
    const own = new Registry({ sources: [sourceOf([device])], configured: [device.id] });
    return { mac, programs, ...toolsOn(own, options, released) };
  };

  function released(): void {
    assert.equal(mac.alive(), 0, 'a call left objects of CoreFoundation alive');
  }
}
