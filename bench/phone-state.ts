/** Prints how long a snapshot of the virtual phone, its restoration and a reset take, on a phone that was used for a while. */
import { startPhone } from '../packages/virtual-phone/src/start-phone.ts';

const ROUNDS = 200;

const phone = await startPhone({ seed: 1 });
await use();
const state = phone.snapshot();
for (const [name, work] of [
  ['snapshot', () => phone.snapshot()],
  [
    'restore',
    () => {
      phone.restore(state);
    },
  ],
  [
    'reset',
    () => {
      phone.reset();
    },
  ],
] as const) {
  const times = Array.from({ length: ROUNDS }, () => {
    phone.restore(state);
    phone.framework.home();
    const started = performance.now();
    work();
    return performance.now() - started;
  }).sort((one, other) => one - other);
  const at = (share: number) => (times[Math.floor(share * (ROUNDS - 1))] ?? 0).toFixed(1).padStart(6);
  console.log(`${name.padEnd(8)} median ${at(0.5)} ms   95% ${at(0.95)} ms   worst ${at(1)} ms`);
}
await phone.close();

/** Opens every app, writes a thousand files and fills the log. */
async function use(): Promise<void> {
  const { framework } = phone;
  for (const app of framework.apps) {
    framework.start({ component: `${app.package}/${app.main}` });
    framework.screenshot();
  }
  const process = phone.android.spawn(
    'i=0; while [ $i -lt 1000 ]; do echo $RANDOM > /sdcard/Download/file$i; i=$((i+1)); done',
  );
  process.stdin.end();
  await process.exit;
  for (let line = 0; line < 5000; line++)
    framework.log.write({ pid: 1, level: 'I', tag: 'bench', message: `line ${line}` });
}
