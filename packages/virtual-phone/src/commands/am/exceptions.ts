import type { Framework } from '../../framework/system/framework.ts';
import type { CommandCall } from '../command.ts';

/**
 * An exception that ends a command. Up to 7 `am` is a separate program and exits with 1; since 8 it is a command of the
 * service, which prints a heading (the name of the command since 11) and exits with 255.
 */
export async function complainOfException(
  { shape }: Framework,
  call: CommandCall,
  { command, exception }: { readonly command: string; readonly exception: string },
): Promise<number> {
  if (shape.release === 5) {
    await call.complain(`${exception}\n\tat android.os.Parcel.readException(Parcel.java:1546)\n`);
    return 1;
  }
  const heading = shape.release >= 12 ? ` '${command}'` : '';
  await call.complain(
    `\nException occurred while executing${heading}:\n${exception}\n\tat com.android.server.am.ActivityManagerShellCommand.onCommand(ActivityManagerShellCommand.java)\n`,
  );
  return 255;
}
