import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CommandContext } from '../command.ts';
import { typedLine } from './typed-line.ts';

const NOTIFICATION = 'handeye-pairing';
const LOOK_EVERY = 300;

/**
 * The six digits, on the phone that shows them itself. Its dialog closes when another app comes to the front, so they are typed
 * beside it in split screen, or into a notification over it.
 */
export async function askedOnPhone({ environment, print }: CommandContext): Promise<string> {
  print(
    'The dialog with the code closes as soon as another app is in front. So put Termux and Settings side by side:',
  );
  print('  1. Open the list of recent apps, tap the icon of Termux > Split screen, and choose Settings.');
  print('  2. In Settings: Developer options > Wireless debugging > Pair device with pairing code.');
  const over = new AbortController();
  const folder = await mkdtemp(join(tmpdir(), 'handeye-pair-'));
  try {
    const replied = replyTo(join(folder, 'code'), { env: environment.env, over: over.signal });
    replied.shown.then(
      (isShown) => {
        if (isShown) print('\n  Or answer the notification "Handeye" over the dialog, without split screen.');
      },
      () => undefined,
    );
    const typed = typedLine('The six digits: ', environment, over.signal);
    return await Promise.race([typed, replied.code]);
  } finally {
    over.abort();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Reply {
  /** Whether there is a notification: Termux:API is needed for it. */
  readonly shown: Promise<boolean>;
  readonly code: Promise<string>;
}

/** A notification with a field for the code. Termux:API puts the text in place of $REPLY, in double quotes, and runs the action. */
function replyTo(
  file: string,
  { env, over }: { readonly env: NodeJS.ProcessEnv; readonly over: AbortSignal },
): Reply {
  const action = `printf %s $REPLY > '${file.replaceAll("'", String.raw`'\''`)}'`;
  const texts = ['--title', 'Handeye', '--content', 'Type the six digits of the pairing dialog'];
  const args = ['--id', NOTIFICATION, ...texts, '--button1', 'Enter the code', '--button1-action', action];
  const shown = ran('termux-notification', args, env);
  over.addEventListener('abort', () => void ran('termux-notification-remove', [NOTIFICATION], env));
  return { shown, code: written(file, over) };
}

function ran(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', env });
    child.once('error', () => {
      resolve(false);
    });
    child.once('exit', (code) => {
      resolve(code === 0);
    });
  });
}

/** The content of the file, once it is there. */
async function written(file: string, over: AbortSignal): Promise<string> {
  while (!over.aborted) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.trim() !== '') return text;
    await wait(LOOK_EVERY);
  }
  return '';
}
