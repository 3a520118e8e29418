/** The conditions of `test`, `[` and `[[`. */
import type { FileStat, FileSystem } from '../../kernel/file-system.ts';
import { join } from '../../files/paths.ts';

export const UNARY_OPERATORS = new Set(
  [
    '-a',
    '-b',
    '-c',
    '-d',
    '-e',
    '-f',
    '-g',
    '-h',
    '-k',
    '-L',
    '-n',
    '-o',
    '-p',
    '-r',
    '-s',
    '-S',
    '-t',
    '-u',
    '-w',
  ].concat(['-x', '-z', '-G', '-O', '-v']),
);

export const BINARY_OPERATORS = new Set([
  '=',
  '==',
  '!=',
  '<',
  '>',
  '-eq',
  '-ne',
  '-lt',
  '-le',
  '-gt',
  '-ge',
  '-nt',
  '-ot',
  '-ef',
]);

/** The state that conditions depend on. */
export interface ConditionContext {
  readonly files: FileSystem;
  readonly cwd: string;
  readonly uid: number;
  isTerminal(fd: number): boolean;
  isSet(name: string): boolean;
  option(name: string): boolean;
  /** The value of an arithmetic expression: mksh compares these, so `[ a -eq 0 ]` is true for an unset a. */
  number(expression: string): number;
}

/** Evaluates a condition on one operand: `-f /sdcard/x`. */
export function askUnary(operator: string, operand: string, about: ConditionContext): boolean {
  const path = join(about.cwd, operand);
  const stat = (): FileStat | undefined => statOf(about.files, path, operator === '-L' || operator === '-h');
  switch (operator) {
    case '-n':
      return operand !== '';
    case '-z':
      return operand === '';
    case '-t':
      return about.isTerminal(Number(operand));
    case '-v':
      return about.isSet(operand);
    case '-o':
      return about.option(operand);
    case '-a':
    case '-e':
      return operand !== '' && stat() !== undefined;
    case '-d':
      return operand !== '' && stat()?.kind === 'directory';
    case '-f':
      return operand !== '' && stat()?.kind === 'file';
    case '-c':
      return stat()?.kind === 'device';
    case '-h':
    case '-L':
      return stat()?.kind === 'link';
    case '-s':
      return operand !== '' && (stat()?.size ?? 0) > 0;
    case '-r':
      return operand !== '' && about.files.allows(path, 'read');
    case '-w':
      return operand !== '' && about.files.allows(path, 'write');
    case '-x':
      return operand !== '' && about.files.allows(path, 'execute');
    case '-O':
      return stat()?.uid === about.uid;
    default:
      return false;
  }
}

/** Evaluates a condition on two operands: texts, numbers or files. Patterns are left to the caller. */
export function askBinary(left: string, operator: string, right: string, about: ConditionContext): boolean {
  switch (operator) {
    case '=':
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '>':
      return left > right;
    case '-nt':
    case '-ot':
    case '-ef':
      return compareFiles(left, operator, right, about);
    default:
      return compareNumbers(about.number(left), operator, about.number(right));
  }
}

function compareNumbers(left: number, operator: string, right: number): boolean {
  switch (operator) {
    case '-eq':
      return left === right;
    case '-ne':
      return left !== right;
    case '-lt':
      return left < right;
    case '-le':
      return left <= right;
    case '-gt':
      return left > right;
    default:
      return left >= right;
  }
}

function compareFiles(left: string, operator: string, right: string, about: ConditionContext): boolean {
  const a = statOf(about.files, join(about.cwd, left));
  const b = statOf(about.files, join(about.cwd, right));
  if (operator === '-ef') return a !== undefined && a.inode === b?.inode;
  const [newer, older] = operator === '-nt' ? [a, b] : [b, a];
  return newer !== undefined && (older === undefined || newer.modified > older.modified);
}

function statOf(files: FileSystem, path: string, ofLink = false): FileStat | undefined {
  try {
    return ofLink ? files.lstat(path) : files.stat(path);
  } catch {
    return undefined;
  }
}
