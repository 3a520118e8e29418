/**
 * The phones of a run in a separate process, which outlives the hosts. It reports every touch of a phone, with its time, to its
 * parent, and exits with it.
 */
import { startPhone, type VirtualPhone } from '@handeye/virtual-phone';
import { freePort } from '@handeye/testing/ports';
import { machineTime } from './machine-time.ts';
import type { PhonesMessage, PhonesWish } from './phones.ts';

const phones = new Map<number, VirtualPhone>();

function tell(message: PhonesMessage): void {
  process.send?.(message);
}

async function start(port: number): Promise<number> {
  const phone = await startPhone({ idleWaitMs: 10, port });
  const { framework } = phone;
  const pointer = framework.pointer.bind(framework);
  framework.pointer = (event) => {
    const { action, x, y } = event;
    if (action === 'down') tell({ touched: { port: phone.port, x, y, at: machineTime() } });
    pointer(event);
  };
  phones.set(phone.port, phone);
  return phone.port;
}

async function obey(wish: PhonesWish): Promise<void> {
  switch (wish.wish) {
    case 'start': {
      const ports: number[] = [];
      while (ports.length < wish.count) ports.push(await start(await freePort()));
      tell({ started: ports });
      return;
    }
    case 'die':
      await phones.get(wish.port)?.close();
      phones.delete(wish.port);
      return;
    case 'return':
      await start(wish.port);
  }
}

let wishes = Promise.resolve();
process.on('message', (wish: PhonesWish) => {
  wishes = wishes
    .then(() => obey(wish))
    .catch((error: unknown) => {
      tell({ failed: String(error) });
    });
});
process.on('disconnect', () => {
  process.exit();
});
