/** A process that died of a signal. */
export interface DeadProcess {
  readonly name: string;
  readonly pid: number;
  readonly uid: number;
}

/** An error that kills the app by a signal, as a null pointer in native code does. */
export class NativeCrash extends Error {
  override readonly name = 'NativeCrash';
}

/** The build in the header of a tombstone. */
export interface TombstoneBuild {
  readonly release: number;
  readonly fingerprint: string;
}

const LINE_OF_STARS = '*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***';

/** The native stack: a library of the app, called from Java. Each frame has a file, a method and an offset. */
const calls = [
  { library: 'lib/arm64/libsession.so', at: '0000000000001a3c', method: '(session_open+44)' },
  {
    library: 'lib/arm64/libsession.so',
    at: '0000000000001b10',
    method: '(Java_com_example_login_Session_open+28)',
  },
];

/** The report of debuggerd about a null pointer, for the crash buffer and the tombstone. `time` is milliseconds since 1970. */
export function tombstone(process: DeadProcess, build: TombstoneBuild, time: number): string {
  const { name, pid, uid } = process;
  const { release, fingerprint } = build;
  const abi = release === 5 ? 'arm' : 'arm64';
  const wide = release === 5 ? 8 : 16;
  const registers = release === 5 ? ['r0', 'r1', 'r2', 'r3'] : ['x0', 'x1', 'x2', 'x3'];
  const cause = release >= 9 ? ['Cause: null pointer dereference'] : [];
  return [
    LINE_OF_STARS,
    `Build fingerprint: '${fingerprint}'`,
    `Revision: '0'`,
    `ABI: '${abi}'`,
    ...(release >= 12 ? [`Timestamp: ${stamp(time)}`, 'Process uptime: 12s', `Cmdline: ${name}`] : []),
    `pid: ${pid}, tid: ${pid}, name: ${name.slice(-15)}  >>> ${name} <<<`,
    ...(release >= 12 ? [`uid: ${uid}`] : []),
    `signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x${release >= 12 ? '0'.repeat(wide) : '0'}`,
    ...cause,
    `    ${registers.map((register) => `${register}  ${'0'.repeat(wide)}`).join('  ')}`,
    '',
    'backtrace:',
    ...frames(name, { wide, release }),
  ].join('\n');
}

function frames(
  name: string,
  { wide, release }: { readonly wide: number; readonly release: number },
): string[] {
  const folder = release === 5 ? `/data/app/${name}-1` : `/data/app/~~virtual==/${name}-1==`;
  const own = calls.map(({ library, at, method }) => {
    const file = release === 5 ? library.replace('arm64', 'arm') : library;
    return `pc ${at.slice(-wide)}  ${folder}/${file} ${method}`;
  });
  const runtime = `pc ${'000000000013ced4'.slice(-wide)}  ${release >= 12 ? '/apex/com.android.art/lib64' : '/system/lib64'}/libart.so (art_quick_generic_jni_trampoline+148)`;
  return [...own, runtime].map((frame, place) => `      #${String(place).padStart(2, '0')} ${frame}`);
}

function stamp(time: number): string {
  return `${new Date(time).toISOString().replace('T', ' ').slice(0, 23)}000000+0000`;
}
