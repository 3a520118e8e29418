/** The conditions of `test` and `[`. */
import type { FileStat, FileSystem } from '../../kernel/file-system.ts';
import { join } from '../../files/paths.ts';

export const UNARY_OPERATORS = new Set('-a -c -d -e -f -h -L -n -O -r -s -t -w -x -z'.split(' '));

export const BINARY_OPERATORS = new Set('= == != < > -eq -ne -lt -le -gt -ge'.split(' '));

/** The state that conditions depend on. */
export interface ConditionContext {
  readonly files: FileSystem;
  readonly cwd: string;
  /** The effective user id. */
  readonly uid: number;
  isTerminal(fd: number): boolean;
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
    case '-O':
      return operand !== '' && stat()?.uid === about.uid;
    case '-s':
      return operand !== '' && (stat()?.size ?? 0) > 0;
    case '-r':
      return operand !== '' && about.files.allows(path, 'read');
    case '-w':
      return operand !== '' && about.files.allows(path, 'write');
    case '-x':
      return operand !== '' && about.files.allows(path, 'execute');
    default:
      return false;
  }
}

/** Evaluates a condition on two operands: texts or numbers. */
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

function statOf(files: FileSystem, path: string, ofLink = false): FileStat | undefined {
  try {
    return ofLink ? files.lstat(path) : files.stat(path);
  } catch {
    return undefined;
  }
}
