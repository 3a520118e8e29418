import { execFileSync } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { McpTools } from '../mcp-client.ts';
import type { Meter } from '../meter.ts';
import type { Place } from '../place.ts';
import { realProgram } from '../../real-programs.ts';

/**
 * mobile-mcp on an adb server of our own, without telemetry, over plain adb. Its other way has a program of its own on
 * the phone, which the virtual phone cannot run: each listing waits five seconds for it and then reads the same tree.
 */
export async function startMobileMcp(place: Place, meter: Meter): Promise<McpTools> {
  const { home, cleanUps } = place;
  const env = {
    ...(await place.adbServer()),
    ANDROID_HOME: await androidHome(home),
    MOBILEMCP_DISABLE_TELEMETRY: '1',
    MOBILEMCP_LEGACY_ROBOT: '1',
  };
  cleanUps.push(() => endDaemon(home));
  return McpTools.start(place, meter, { program: [realProgram('@mobilenext/mobile-mcp/lib/index.js')], env });
}

/** A folder that looks like an Android SDK: its adb is the real one. */
async function androidHome(home: string): Promise<string> {
  const tools = join(home, 'sdk', 'platform-tools');
  await mkdir(tools, { recursive: true });
  await symlink(execFileSync('which', ['adb']).toString().trim(), join(tools, 'adb'));
  return join(home, 'sdk');
}

/** Its helper leaves a process behind; its home has the process number. */
async function endDaemon(home: string): Promise<void> {
  const file = await readFile(join(home, '.mobilecli', 'daemon.pid'), 'utf8').catch(() => undefined);
  if (file !== undefined) process.kill((JSON.parse(file) as { readonly pid: number }).pid);
}
