import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Trial } from './trial.ts';

export const recordTrials: readonly Trial[] = [];
void [assert, readdir, readFile, join];
