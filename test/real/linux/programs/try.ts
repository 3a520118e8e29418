import { PrivateDesktop } from '../desktop-session.ts';
import { attempt } from './task.ts';
import { tasks } from './tasks.ts';
const ends: (() => Promise<void>)[] = [];
for (const task of tasks.filter(({ program }) =>
  process.argv.slice(2).some((w) => program.toLowerCase().includes(w)),
)) {
  const t0 = Date.now();
  const desktop = await PrivateDesktop.start(
    { after: (e) => ends.push(e as () => Promise<void>) },
    {},
    {},
    'lean',
  );
  try {
    const { outcomes, errors } = await attempt(task, desktop);
    console.log(task.program, JSON.stringify(outcomes), Date.now() - t0, 'ms');
    for (const e of errors) console.log('   ', e.slice(0, 3000));
  } catch (e) {
    console.log(task.program, String(e).slice(0, 3000));
  }
  for (const e of ends.splice(0).reverse()) await e();
}
process.exit(0);
