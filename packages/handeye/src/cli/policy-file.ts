import { basename } from 'node:path';
import { ConfigError } from '../config/check.ts';
import { readRegularFile } from '@handeye/core/device/regular-file';
import { parsePolicy, type PolicyInFile, PolicyProblems } from '@handeye/core/guard/policy-file';
import { profileNames } from '@handeye/core/guard/profiles';
import { didYouMean } from '@handeye/core/text/did-you-mean';
import { allTools } from '@handeye/core/tools/toolsets';

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
