import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPhone, type VirtualPhone } from '@handeye/virtual-phone';
import { AndroidSource } from '@handeye/android/source';
import { Registry } from '@handeye/core/device/registry';
import { startHttp } from '@handeye/core/server/http';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import { defaultPolicy } from '@handeye/core/guard/policy';

export type Tier = 'plain' | 'companion';

const TOKEN = 'a-token-of-the-tests';

/** A morning on which nothing on the phone changes its date for hours. */
const MORNING = Date.parse('2026-03-04T10:00:00Z');

/** A virtual phone behind `/mcp`, as a client that says nothing in its address is served. */
export interface Served {
  readonly phone: VirtualPhone;
  /** Sends a request of the protocol; returns its result. */
  readonly request: (method: string, params: object) => Promise<Record<string, unknown>>;
  readonly close: () => Promise<void>;
}

/**
 * Uses only what commit f3c2600 had, too: the answers are recorded by this very file in a checkout of that commit (record.ts).
 */
export async function serve(tier: Tier): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), 'handeye-recorded-'));
  const started = Date.now();
  const phone = await startPhone({
    release: 14,
    idleWaitMs: 50,
    clock: {
      now: () => MORNING + Date.now() - started,
      after(ms, callback) {
        const timer = setTimeout(callback, ms);
        return () => {
          clearTimeout(timer);
        };
      },
    },
  });
  const env = { ANDROID_ADB_SERVER_PORT: '1', PATH: '', HOME: '/nonexistent' };
  const source = new AndroidSource({ keyFolder: join(folder, 'key'), env, tier });
  const registry = new Registry({ sources: [source], configured: [`tcp:${phone.serial}`] });
  const toolbox = createToolbox({ registry, policy: { ...defaultPolicy, writesPerSecond: 1000 } });
  const server = await startHttp({
    toolbox,
    name: 'handeye',
    version: '0.0.0',
    log: () => undefined,
    token: TOKEN,
    port: 0,
  });
  let id = 0;
  return {
    phone,
    async request(method, params) {
      id += 1;
      const response = await fetch(new URL('/mcp', server.url), {
        method: 'POST',
        headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      });
      const answer = (await response.json()) as { result?: Record<string, unknown> }; // JSON-RPC
      if (!answer.result) throw new Error(`${method}: ${JSON.stringify(answer)}`);
      return answer.result;
    },
    async close() {
      await server.close({ grace: 1000 });
      await registry.close();
      await phone.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
