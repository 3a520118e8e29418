import type { Call } from '@handeye/core/call/call';
import type { Program } from '@handeye/adb/shell/program';
import { isConnectionLost } from '../../errors.ts';
import { outputOf, type Phone, sh } from '../../phone.ts';
import type { Apk } from './apk.ts';
import { installFailure } from './failures.ts';

/** Bytes per write; also the interval of progress reports. */
const PIECE_BYTES = 256 * 1024;

/**
 * Opens a session, prints its number, and waits. If the wait ends with anything but the word that it was committed (a cut
 * connection, the end of this server, a failure), the session is abandoned, so that nothing is left on the phone. A hang-up is
 * ignored: adbd sends one when the connection breaks, and the rest has to be done after it.
 */
const GUARD = `trap '' HUP
said=$(pm install-create "$@" 2>&1)
echo "$said"
id=\${said##*\\[}
id=\${id%%\\]*}
case $id in ''|*[!0-9]*) exit 1;; esac
read answer
[ "$answer" = committed ] || pm install-abandon $id >/dev/null 2>&1
echo closed`;

/** An installation in progress on the phone. Nothing of it stays unless it is committed. */
export class InstallSession {
  readonly #phone: Phone;
  readonly #guard: Program;
  readonly #guardSays: AsyncIterator<Uint8Array>;
  readonly id: string;

  private constructor(parts: { phone: Phone; guard: Program; says: AsyncIterator<Uint8Array>; id: string }) {
    this.#phone = parts.phone;
    this.#guard = parts.guard;
    this.#guardSays = parts.says;
    this.id = parts.id;
  }

  static async open(phone: Phone, options: readonly string[], call: Call): Promise<InstallSession> {
    const guard = await phone.stream(sh`sh -c ${GUARD} handeye ${options}`, call);
    const says = guard.stdout[Symbol.asyncIterator]();
    let said = '';
    for (;;) {
      const next = await says.next();
      if (next.done === true) break;
      said += Buffer.from(next.value).toString();
      const [, id] = /\[(\d+)\]\s*\n/.exec(said) ?? [];
      if (id !== undefined) return new InstallSession({ phone, guard, says, id });
    }
    throw installFailure(`${said}\n${guard.stderr}`, 'begun');
  }

  /** Sends one part, as `name`, and verifies that all of it arrived. */
  async write(apk: Apk, name: string, onBytes: (count: number) => void, call: Call): Promise<void> {
    const { bytes } = apk;
    const command = sh`pm install-write -S ${bytes.length} ${this.id} ${name} -`;
    const writer = await this.#phone.stream(command, call);
    const output = textOf(writer);
    // The rejection goes unheard if the sending fails first.
    output.catch(() => undefined);
    try {
      for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
        const piece = bytes.subarray(start, start + PIECE_BYTES);
        await writer.write(piece);
        onBytes(piece.length);
      }
    } catch {
      // It takes no more bytes: its own last words, or the end of the connection, are the reason.
    }
    const said = await output;
    const [, streamed] = /Success: streamed (\d+) bytes/.exec(said) ?? [];
    if (Number(streamed) !== bytes.length) throw installFailure(`${said}\n${writer.stderr}`, 'sent');
  }

  /** Installs the written parts; fails with the phone's reason. */
  async commit(call: Call): Promise<void> {
    const result = await this.#phone.run(sh`pm install-commit ${this.id}`, call);
    const said = `${outputOf(result)}\n${result.stderr}`;
    if (!/^Success/m.test(said)) throw installFailure(said, 'installed');
    await this.#guard.write(Buffer.from('committed\n'));
    await this.#guardEnds();
  }

  /**
   * Abandons the session. Once this resolves, nothing of it is left on the phone; that the phone knows no such session counts,
   * too.
   */
  async abandon(call: Call): Promise<void> {
    this.#guard.close();
    await this.#phone.run(sh`pm install-abandon ${this.id}`, call);
  }

  async #guardEnds(): Promise<void> {
    try {
      while ((await this.#guardSays.next()).done !== true);
    } catch (error) {
      // It was told, and nothing is left to abandon.
      if (!isConnectionLost(error)) throw error;
    }
  }
}

async function textOf(program: Program): Promise<string> {
  let text = '';
  for await (const bytes of program.stdout) text += Buffer.from(bytes).toString();
  return text;
}
