import { basename } from 'node:path';
import { ConfigError } from '../config/check.ts';
import { readRegularFile } from '../device/regular-file.ts';
import { parsePolicy, type PolicyInFile, PolicyProblems } from '../guard/policy-file.ts';
import { profileNames } from '../guard/profiles.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { allTools } from '../tools/toolsets.ts';

/** Reads a policy file; throws a ConfigError whose problems begin with the file's name and the key. */
export function readPolicyFile(path: string): PolicyInFile {
  try {
    return parsePolicy(contentOf(path), allTools);
  } catch (error) {
    if (!(error instanceof PolicyProblems)) throw error;
    throw new ConfigError(error.problems.map((problem) => `${basename(path)}: ${problem}`));
  }
}

function contentOf(path: string): string {
  try {
    return readRegularFile(path).text;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unreadable';
    const hint =
      code === 'ENOENT' ? `; profiles are open, careful and read-only${didYouMean(path, profileNames)}` : '';
    throw new ConfigError([`--policy: ${path} cannot be read (${code})${hint}`]);
  }
}
