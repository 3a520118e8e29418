import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import { drivenClock } from '../../src/framework/system/clock.ts';
import { shapes } from '../../src/framework/system/shape.ts';
import type { AccessibilityNode } from '../../src/framework/windows/accessibility.ts';
import type { AndroidRelease } from '../../src/kernel/release.ts';
import { Random } from '../../src/kernel/random.ts';
import { tinyApk } from '../commands/tiny-apk.ts';
import { startPhone, type VirtualPhone } from '../../src/start-phone.ts';

const SCREEN = { width: 360, height: 720 };

/** A phone whose time passes only when the test says so. */
export async function walkedPhone(t: TestContext, seed: number, release: AndroidRelease = 14) {
  const clock = drivenClock();
  const phone = await startPhone({
    release,
    seed,
    clock,
    hostile: true,
    idleWaitMs: 0,
    shape: { ...shapes[release], ...SCREEN, density: 160 },
  });
  t.after(() => phone.close());

  /** Runs a command without letting time pass: only timers that are due run. */
  async function run(line: string): Promise<string> {
    const process = phone.android.spawn(line);
    process.stdin.end();
    const state = { over: false };
    const read = async (source: AsyncIterable<Uint8Array>) => {
      const all: Uint8Array[] = [];
      for await (const bytes of source) all.push(bytes);
      return Buffer.concat(all);
    };
    const output = Promise.all([read(process.stdout), read(process.stderr), process.exit]).finally(() => {
      state.over = true;
    });
    while (!state.over) {
      clock.advance(0);
      await turn();
    }
    const [out, err, code] = await output;
    return `${line}\n${out.toString('latin1')}${err.toString('latin1')}${code}`;
  }

  const wait = (ms: number) => {
    clock.advance(ms);
  };
  const point = (random: Random) => ({ x: random.word() % SCREEN.width, y: random.word() % SCREEN.height });
  const pick = <One>(random: Random, all: readonly One[]): One => {
    const one = all[random.word() % all.length];
    if (one === undefined) throw new Error('nothing to pick from');
    return one;
  };
  const clickable = () => nodes(phone).filter((node) => node.clickable || node.longClickable);
  const press = (at: { x: number; y: number }, ms: number) => {
    phone.framework.pointer({ action: 'down', id: 0, ...at });
    wait(ms);
    phone.framework.pointer({ action: 'up', id: 0, ...at });
  };

  const actions: ((random: Random) => unknown)[] = [
    (random) => {
      const app = pick(random, phone.framework.apps);
      phone.framework.start({ component: `${app.package}/${app.main}` });
    },
    ...Array.from({ length: 6 }, () => (random: Random) => {
      const targets = clickable();
      if (targets.length === 0) return;
      const { left, right, top, bottom } = pick(random, targets).bounds;
      press({ x: (left + right) / 2, y: (top + bottom) / 2 }, random.word() % 4 === 0 ? 700 : 40);
    }),
    (random) => {
      const [from, to] = [point(random), point(random)];
      phone.framework.pointer({ action: 'down', id: 0, ...from });
      for (const part of [0.25, 0.5, 0.75, 1]) {
        wait(10);
        const at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
        phone.framework.pointer({ action: 'move', id: 0, ...at });
      }
      phone.framework.pointer({ action: 'up', id: 0, ...to });
    },
    (random) => {
      phone.framework.commitText(pick(random, ['hello', 'secret123', '7', 'Ünï', '+1 555']));
    },
    (random) => run(`input keyevent ${pick(random, [3, 4, 4, 19, 20, 61, 66, 67, 187, 26, 224, 224])}`),
    (random) => run(`settings put system font_scale ${pick(random, ['1.0', '1.3'])}`),
    (random) => run(`settings put system user_rotation ${random.word() % 4}`),
    (random) => run(`settings put global walk ${random.word()}`),
    (random) => {
      if (random.word() % 2 === 0) phone.framework.expandNotifications();
      else phone.framework.collapseShade();
    },
    (random) =>
      run(`cmd notification post -t Title${random.word() % 3} tag${random.word() % 3} 'some words'`),
    (random) => run(`echo ${random.word()} >> /sdcard/Download/log${random.word() % 3}.txt`),
    (random) =>
      run(`head -c ${random.word() % 200_000} /dev/urandom > /data/local/tmp/f${random.word() % 3}`),
    (random) =>
      run(`mkdir -p /sdcard/d${random.word() % 2}; mv /data/local/tmp/f0 /sdcard/d${random.word() % 2}`),
    (random) => run(`rm -rf /sdcard/d${random.word() % 2} /data/local/tmp/f1`),
    (random) => run(`dd if=/dev/zero of=/data/local/tmp/f2 seek=${random.word() % 900} count=1 conv=notrunc`),
    (random) => run(`pm clear ${pick(random, phone.framework.apps).package}`),
    (random) => run(`am force-stop ${pick(random, phone.framework.apps).package}`),
    (random) => run(`pm uninstall ${pick(random, ['com.example.login', 'com.example.paint'])}`),
    () => run('pm grant com.google.android.apps.maps android.permission.ACCESS_FINE_LOCATION'),
    () => run('pm install -r /data/local/tmp/tiny.apk'),
    () => {
      phone.android.reboot('');
    },
    (random) => run(`cmd uimode night ${pick(random, ['yes', 'no'])}`),
    (random) => run(`setprop debug.walk ${random.word()}`),
    (random) => run(`device_config put walk key ${random.word()}`),
    (random) => run(`wm density ${pick(random, ['160', '200', 'reset'])}`),
    (random) => run(`echo $RANDOM > /sdcard/random; log -t walk ${random.word()}`),
    (random) => {
      if (random.word() % 2 === 0) phone.traps.spring(pick(random, phone.traps.list).name);
      else phone.traps.end();
    },
    (random) => {
      phone.framework.crash(pick(random, phone.framework.apps).package, new Error('on purpose'));
    },
    (random) => {
      phone.faults.apply(
        pick(random, [{ kind: 'secure' }, { kind: 'never-idle' }, { kind: 'slow-java', startMs: 0 }]),
      );
      phone.faults.end('never-idle');
    },
    (random) => {
      phone.framework.clipboard.text = `copied ${random.word()}`;
    },
    (random) => {
      phone.clock.forward(random.word() % 100_000);
    },
  ];

  return {
    phone,
    clock,
    run,
    /** Does random things; the same seed does the same. */
    walk: async (steps: number, walkSeed: number): Promise<void> => {
      const random = new Random(walkSeed);
      phone.android.files.write('/data/local/tmp/tiny.apk', tinyApk({ package: 'com.example.tiny' }));
      for (let step = 0; step < steps; step++) {
        await pick(random, actions)(random);
        wait([0, 40, 400, 3000][random.word() % 4] ?? 0);
      }
    },
    /** The phone as its clients see it, by where they look. */
    look: async (): Promise<Readonly<Record<string, string>>> => {
      const { framework } = phone;
      const picture = framework.screenshot();
      const seen: Record<string, string> = {
        windows: JSON.stringify(
          framework.windows().map((one) => ({ ...one, root: one.root() })),
          null,
          1,
        ),
        picture: createHash('sha256').update(picture.rgba).digest('hex'),
        processes: JSON.stringify(framework.processes.list()),
        clipboard: framework.clipboard.text,
        time: new Date(phone.clock.now()).toISOString(),
        faults: JSON.stringify([framework.faults, phone.faults.isOn('secure')]),
      };
      for (const line of [
        'uiautomator dump /dev/tty',
        'dumpsys window',
        'dumpsys activity activities',
        'dumpsys notification',
        'dumpsys package',
        'dumpsys dropbox',
        'dumpsys input_method',
        'settings list system; settings list secure; settings list global',
        'getprop',
        'pm list packages -f',
        'device_config list',
        'ls -l /sdcard/ /sdcard/*/ /data/local/tmp',
        'cat /sdcard/Download/* /data/local/tmp/*',
        'df /data',
        'logcat -d',
      ])
        seen[line] = await run(line);
      return seen;
    },
  };
}

function nodes(phone: VirtualPhone): readonly AccessibilityNode[] {
  const flat = (node: AccessibilityNode | null): AccessibilityNode[] =>
    node === null ? [] : [node, ...node.children.flatMap(flat)];
  return phone.framework.windows().flatMap((window) => flat(window.root()));
}
