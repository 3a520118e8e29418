import type { CommandCall } from '../command.ts';
import type { RunningAndroid } from '../running-android.ts';

/** The end of a `pm` command on an exception: on 5 in its own process, later inside the service. */
export async function throwing(
  { framework }: RunningAndroid,
  call: CommandCall,
  verb: string,
  exception: string,
): Promise<number> {
  const { release } = framework.shape;
  if (release === 5) {
    const isArgument = exception.includes('IllegalArgumentException');
    await call.complain(`${isArgument ? 'Bad argument' : 'Operation not allowed'}: ${exception}\n`);
    return 1;
  }
  // Since Android 11 the message names the verb.
  const what = release >= 12 ? ` '${verb}'` : '';
  await call.complain(
    `\nException occurred while executing${what}:\n${exception}\n` +
      '\tat com.android.server.pm.PackageManagerShellCommand.onCommand(PackageManagerShellCommand.java)\n' +
      '\tat android.os.ShellCommand.exec(ShellCommand.java)\n',
  );
  return 255;
}
