/** The builtin commands of each Android release. */
import type { AndroidRelease } from '../../kernel/release.ts';
import type { Builtin } from './builtin.ts';
import { control } from './builtin-control.ts';
import { jobControl } from './builtin-job-control.ts';
import { lookUp } from './builtin-look-up.ts';
import { output, toolboxOutput } from './builtin-output.ts';
import { read } from './builtin-read.ts';
import { testing } from './builtin-testing.ts';
import { variables } from './builtin-variables.ts';

const COMMON: ReadonlyMap<string, Builtin> = new Map(
  Object.entries({ ...control, ...variables, ...output, ...jobControl, ...lookUp, ...testing, read }),
);

/** Android 5's mksh has cat built in (recorded: `/system/bin/sh: cat: /nosuch: …`); later ones use toybox's. */
const ANDROID_5: ReadonlyMap<string, Builtin> = new Map([...COMMON, ...Object.entries(toolboxOutput)]);

export function builtins(release: AndroidRelease): ReadonlyMap<string, Builtin> {
  return release === 5 ? ANDROID_5 : COMMON;
}
