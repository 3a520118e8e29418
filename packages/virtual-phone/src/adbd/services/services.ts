import { abb, abbExec } from './abb.ts';
import { answer, type Service, type ServiceContext, type ServiceFactory } from './context.ts';
import { forward, reverse } from './forward.ts';
import { framebuffer } from './framebuffer.ts';
import { listJdwp, trackJdwp } from './jdwp.ts';
import { exec, shell } from './shell.ts';
import { sync } from './sync.ts';

/** With an optional reason (bootloader, recovery): the phone reboots, and every connection ends. */
const reboot: ServiceFactory = (reason, context) => () => {
  context.reboot(reason);
  return Promise.resolve();
};

/** By the word before the colon. */
const FACTORIES = new Map<string, ServiceFactory>([
  ['exec', exec],
  ['abb', abb],
  ['abb_exec', abbExec],
  ['framebuffer', framebuffer],
  ['sync', sync],
  ['reverse', reverse],
  ['reboot', reboot],
  // How a user build refuses what needs root.
  ['root', () => answer('adbd cannot run as root in production builds\n')],
  ['unroot', () => answer('adbd not running as root\n')],
  ['remount', () => answer('remount can only be performed in userdebug builds\n')],
]);

const FORWARDS = /^(tcp|local|localabstract|localreserved|localfilesystem):/;

/**
 * Finds what serves a host's OPEN; undefined refuses it. Also refused is what this phone has no use for:
 * jdwp:PID, and tcpip: or usb:, which would take its only port away.
 */
export async function findService(name: string, context: ServiceContext): Promise<Service | undefined> {
  if (FORWARDS.test(name)) return forward(name, context);
  const shellRequest = /^shell(?:,([^:]*))?:([^]*)$/.exec(name);
  if (shellRequest !== null) return shell(shellRequest[1], shellRequest[2] ?? '', context);
  if (name === 'jdwp') return listJdwp(context.device);
  if (name === 'track-jdwp') return trackJdwp(context.device);
  const [, word = '', argument = ''] = /^([^:]*):([^]*)$/.exec(name) ?? [];
  return FACTORIES.get(word)?.(argument, context);
}
