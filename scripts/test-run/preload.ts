// Loaded into every process of tests before them: keeps their outputs and the answers they received, for the search at the end.
import { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { trackOnlyTests } from './light-tracking.ts';

// Not in the process that starts them: what they print is in its report.
if (basename(process.argv[1] ?? '') !== 'in-order.mjs') {
  trackOnlyTests();
  keepAll(process.env);
}

/** The folders are named by run.ts. */
function keepAll({
  TEST_RUN_HEARD: heard,
  TEST_RUN_KEPT: kept,
  TEST_RUN_TEMP: temp,
}: NodeJS.ProcessEnv): void {
  if (heard === undefined || kept === undefined || temp === undefined) return;
  keepRemoved(temp, kept);
  const file = join(heard, `heard-${process.pid}`);
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) fs.appendFileSync(file, chunk);
  };
  keepAnswers(keep);
  keepOutput(keep);
  syncBuiltinESMExports();
}

/** Moves folders that tests remove to where they are searched, instead of deleting them. */
function keepRemoved(temp: string, kept: string): void {
  let count = 0;
  const isMovedAway = (path: unknown): boolean => {
    if (typeof path !== 'string' || dirname(resolve(path)) !== temp) return false;
    // In a folder of its own, so that it keeps its name.
    const place = join(kept, `${process.pid}-${(count += 1)}`);
    try {
      if (!fs.existsSync(path)) return false;
      fs.mkdirSync(`${place}.part`);
      fs.renameSync(path, join(`${place}.part`, basename(path)));
      fs.renameSync(`${place}.part`, place);
      return true;
    } catch {
      return false; // it cannot be moved: the real removal reports why
    }
  };
  const { rmSync, promises } = fs;
  const { rm } = promises;
  const removeSync: typeof rmSync = (path, options) => {
    if (!isMovedAway(path)) rmSync(path, options);
  };
  const remove: typeof rm = async (path, options) => {
    if (!isMovedAway(path)) await rm(path, options);
  };
  Object.assign(fs, { rmSync: removeSync });
  Object.assign(promises, { rm: remove });
}

/** Handeye's HTTP answers from this process, to any client. */
function keepAnswers(keep: (chunk: unknown) => void): void {
  const { prototype } = http.ServerResponse;
  for (const method of ['write', 'end'] as const) {
    // Both take a chunk first, and have overloads that a wrapper need not distinguish.
    const original = Reflect.get(prototype, method) as (...args: unknown[]) => unknown;
    const wrapper = function (this: http.ServerResponse, ...args: unknown[]): unknown {
      if (this.req.url?.startsWith('/mcp') === true) keep(args[0]);
      return original.apply(this, args);
    };
    Object.assign(prototype, { [method]: wrapper });
  }
}

/**
 * The outputs of node commands that this process starts, which are Handeye's own. Other programs, such as adb, print the
 * phone's content.
 */
function keepOutput(keep: (chunk: unknown) => void): void {
  // Not documented, but the one place that all ways to start a process go through; typed only as far as it is used.
  const prototype = ChildProcess.prototype as unknown as {
    spawn: (this: ChildProcess, options: Started) => unknown;
  };
  const original = prototype.spawn;
  prototype.spawn = function (this: ChildProcess, options) {
    const result = original.call(this, options);
    if (/^(?:node|script)(?:\.exe)?$/.test(basename(options.file)))
      for (const stream of [this.stdout, this.stderr]) if (stream) tee(stream, keep);
    return result;
  };
}

interface Started {
  readonly file: string;
}

/** Taps a stream without starting it: the real listener may come later. */
function tee(stream: Readable, keep: (chunk: unknown) => void): void {
  const push = stream.push.bind(stream);
  stream.push = (chunk, encoding) => {
    keep(chunk);
    return push(chunk, encoding);
  };
}
