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
  // The refusal of a user build for requests that need root.
  ['root', () => answer('adbd cannot run as root in production builds\n')],
  ['unroot', () => answer('adbd not running as root\n')],
  ['remount', () => answer('remount can only be performed in userdebug builds\n')],
]);

const FORWARDS = /^(tcp|local|localabstract|localreserved|localfilesystem):/;

/**
 * Finds the service for a host's OPEN; undefined refuses it. jdwp:PID is also refused, and tcpip: and usb:, which would close
 * the phone's only port.
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
