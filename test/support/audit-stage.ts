import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { AuditFile, type AuditFileOptions } from '@handeye/core/guard/audit/audit-file';

/** The path of a record in a folder that goes with the test. */
export function recordPath(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'handeye-audit-'));
  t.after(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return join(folder, 'calls.jsonl');
}

export function linesIn(path: string): string[] {
  return readFileSync(path, 'utf8').split('\n').slice(0, -1);
}

export function entriesIn(path: string): Record<string, unknown>[] {
  return linesIn(path).map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** A run that writes some lines and ends. */
export function writtenRun(path: string, entries: number, options: AuditFileOptions = {}): void {
  const file = new AuditFile(path, options);
  file.start({ version: '1.2.3' });
  for (let at = 0; at < entries; at += 1) file.append({ event: 'call', tool: `tool_${at}` });
  file.append({ event: 'end' });
  file.close();
}
