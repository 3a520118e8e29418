import { execFileSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { PrivateAdb } from '@handeye/testing/private-adb';

/** A folder that looks like an Android SDK to tools that want one: its adb is the real one. */
export async function androidHome(adb: PrivateAdb): Promise<string> {
  const home = join(adb.home, 'sdk');
  await mkdir(join(home, 'platform-tools'), { recursive: true });
  const program = execFileSync('which', ['adb']).toString().trim();
  await symlink(program, join(home, 'platform-tools', 'adb'));
  return home;
}
