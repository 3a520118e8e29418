import { createHash } from 'node:crypto';
import { FileError } from '../kernel/file-system.ts';
import { Killed, type Program } from '../kernel/process.ts';
import { readZipEntry } from './apk/zip.ts';
import { command, type CommandCall } from './command.ts';
import type { RunningAndroid } from './running-android.ts';

/** A Java program with a twin in TypeScript. */
export interface JavaProgram {
  /** Runs it; `dex` is the SHA-256 of the file that contains its class. */
  run(android: RunningAndroid, call: CommandCall, dex: string): Promise<number>;
}

const SIGABRT = 6;
const DEX_MAGIC = 'dex\n';

/** `app_process [VM OPTIONS] DIRECTORY CLASS [ARGUMENTS]`: starts a Java VM with CLASSPATH and runs a class's main. */
export function appProcess(android: RunningAndroid): Program {
  return command(async (call) => {
    const { className, classPath, args } = parse(call);
    if (className === undefined) {
      await call.complain(
        'Error: no class name or --zygote supplied.\nUsage: app_process [java-options] cmd-dir start-class-name [options]\n',
      );
      throw new Killed(SIGABRT);
    }
    const program = android.javaPrograms.get(className);
    const dex = classPath.map((path) => dexAt(android, call.cwd, path)).find((hash) => hash !== undefined);
    if (program === undefined || dex === undefined) {
      // Prints nothing: the VM logs the reason and aborts, and a shell above it prints `Aborted`.
      complainToLog(android, call.pid, className, classPath);
      throw new Killed(SIGABRT);
    }
    return program.run(android, { ...call, args }, dex);
  });
}

function parse({ args, env }: CommandCall) {
  let classPath = env.get('CLASSPATH') ?? '';
  let at = 0;
  for (; args[at]?.startsWith('-') === true; at++) {
    const option = args[at] ?? '';
    if (option.startsWith('-Djava.class.path=')) classPath = option.slice('-Djava.class.path='.length);
    if (option === '-cp' || option === '-classpath') classPath = args[++at] ?? '';
  }
  // The runtime's own options follow the directory; tools use `--nice-name`.
  at++;
  while (args[at]?.startsWith('--') === true) at++;
  return {
    className: args[at],
    classPath: classPath.split(':').filter((path) => path !== ''),
    args: args.slice(at + 1),
  };
}

/** The SHA-256 of a dex, or of an archive with one; undefined if there is none or it cannot be read. */
function dexAt({ files }: RunningAndroid, cwd: string, path: string): string | undefined {
  try {
    const bytes = Buffer.from(files.read(files.resolve(path, cwd)));
    // The runtime checks the file's first bytes, not its name.
    const code = isDex(bytes) ? bytes : readZipEntry(bytes, 'classes.dex');
    return code !== undefined && isDex(code) ? createHash('sha256').update(bytes).digest('hex') : undefined;
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

function isDex(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, DEX_MAGIC.length) === DEX_MAGIC;
}

function complainToLog(
  { framework }: RunningAndroid,
  pid: number,
  className: string,
  classPath: readonly string[],
): void {
  const tag = framework.shape.release === 5 ? 'art' : 'app_process';
  const elements = classPath.map((path) => `directory "${path}"`).join(', ');
  framework.log.write({
    pid,
    level: 'E',
    tag: 'appproc',
    message: `ERROR: could not find class '${className}'`,
  });
  framework.log.write({
    pid,
    level: 'F',
    tag,
    message: `No pending exception expected: java.lang.ClassNotFoundException: Didn't find class "${className}" on path: DexPathList[[${elements}],nativeLibraryDirectories=[/system/lib64]]`,
  });
}
