/** ip and ifconfig: the phone's network interfaces, loopback and Wi-Fi. */
import type { NetworkInterface } from '../../kernel/network.ts';
import type { Task } from '../../shell/task.ts';
import { networkOf } from './netstat.ts';
import { complain, say, tool } from '../tool.ts';

type Shown = (task: Task, args: readonly string[], family: string | undefined) => Promise<number>;

/** iproute2's `ip [-4|-6|-o] addr|link|route|neigh|rule [show [dev] NAME]`. Without root nothing can be changed. */
export const ip = tool(async (task) => {
  const options = task.args.filter((arg) => arg.startsWith('-'));
  const [object, ...args] = task.args.filter((arg) => !arg.startsWith('-'));
  if (options.includes('-V')) {
    await say(task, 'ip utility, iproute2-ss\n');
    return 0;
  }
  if (object === undefined) {
    await task.stderr.write(new TextEncoder().encode(IP_USAGE));
    return 255;
  }
  const [, show] = Object.entries(OBJECTS).find(([name]) => name.startsWith(object)) ?? [];
  if (show === undefined) {
    await task.stderr.write(new TextEncoder().encode(`Object "${object}" is unknown, try "ip help".\n`));
    return 255;
  }
  const [verb = 'show', ...rest] = args;
  if (/^(add|del|set|flush|change|replace)/.test(verb)) {
    await task.stderr.write(new TextEncoder().encode('RTNETLINK answers: Operation not permitted\n'));
    return 2;
  }
  const isVerb = /^(s|sh|sho|show|l|ls|list)$/.test(verb);
  const family = options.includes('-6') ? '6' : options.includes('-4') ? '4' : undefined;
  return show(task, isVerb ? rest : args, family);
});

const IP_USAGE =
  'Usage: ip [ OPTIONS ] OBJECT { COMMAND | help }\nwhere  OBJECT := { link | address | route | rule | neighbor }\n';

const addresses: Shown = (task, args, family) =>
  eachInterface(task, args, (one) => {
    const v4 = one.address && family !== '6' ? inet(one, one.address) : '';
    const v6 = one.isLoopback && family !== '4' ? INET6_LOOPBACK : '';
    return family === undefined || v4 + v6 !== '' ? linkText(one) + v4 + v6 : '';
  });

const INET6_LOOPBACK = '    inet6 ::1/128 scope host \n       valid_lft forever preferred_lft forever\n';

function inet({ name, isLoopback }: NetworkInterface, address: { ip: string; prefix: number }): string {
  const [network] = networkOf(address);
  const broadcast = isLoopback ? '' : ` brd ${network.replace(/\d+$/, '255')}`;
  const scope = isLoopback ? 'host' : 'global';
  return (
    `    inet ${address.ip}/${address.prefix}${broadcast} scope ${scope} ${name}\n` +
    '       valid_lft forever preferred_lft forever\n'
  );
}

function linkText({ index, name, isLoopback, isUp, mtu, hardwareAddress }: NetworkInterface): string {
  const flags = isLoopback
    ? 'LOOPBACK,UP,LOWER_UP'
    : isUp
      ? 'BROADCAST,MULTICAST,UP,LOWER_UP'
      : 'BROADCAST,MULTICAST';
  const state = isLoopback ? 'UNKNOWN' : isUp ? 'UP' : 'DOWN';
  const discipline = isLoopback ? 'noqueue' : 'mq';
  const [kind, broadcast] = isLoopback ? ['loopback', '00:00:00:00:00:00'] : ['ether', 'ff:ff:ff:ff:ff:ff'];
  return (
    `${index}: ${name}: <${flags}> mtu ${mtu} qdisc ${discipline} state ${state} group default qlen 1000\n` +
    `    link/${kind} ${hardwareAddress} brd ${broadcast}\n`
  );
}

/** The interfaces selected by `dev NAME` or `NAME`; all by default. */
async function eachInterface(
  task: Task,
  args: readonly string[],
  text: (one: NetworkInterface) => string,
): Promise<number> {
  const words = args.filter((arg) => arg !== 'dev' && arg !== 'up');
  const wanted = words[0];
  const all = task.system.network.interfaces();
  const chosen = wanted === undefined ? all : all.filter(({ name }) => name === wanted);
  if (chosen.length === 0) {
    await task.stderr.write(new TextEncoder().encode(`Device "${wanted ?? ''}" does not exist.\n`));
    return 1;
  }
  const shown = args.includes('up') ? chosen.filter(({ isUp }) => isUp) : chosen;
  await say(task, shown.map(text).join(''));
  return 0;
}

/** Android keeps default routes in a table per network; the main table has only the networks themselves. */
const routes: Shown = async (task, args, family) => {
  const wanted = args[args.indexOf('dev') + 1];
  for (const { name, isLoopback, address } of task.system.network.interfaces()) {
    if (isLoopback || !address || family === '6' || (args.includes('dev') && wanted !== name)) continue;
    const [network] = networkOf(address);
    await say(task, `${network}/${address.prefix} dev ${name} proto kernel scope link src ${address.ip} \n`);
  }
  return 0;
};

const rules: Shown = async (task) => {
  await say(
    task,
    '0:\tfrom all lookup local \n10000:\tfrom all fwmark 0xc0000/0xd0000 lookup legacy_system \n32000:\tfrom all unreachable\n',
  );
  return 0;
};

const OBJECTS: Readonly<Record<string, Shown>> = {
  address: addresses,
  link: (task, args) => eachInterface(task, args, linkText),
  route: routes,
  rule: rules,
  neighbor: () => Promise.resolve(0), // there are no other hosts
};

/** toybox's ifconfig; without -a only interfaces that are up. */
export const ifconfig = tool(async (task) => {
  const [wanted] = task.args.filter((arg) => !arg.startsWith('-'));
  const all = task.system.network.interfaces();
  const everything = task.args.includes('-a') || wanted !== undefined;
  const chosen = all.filter((one) => (everything || one.isUp) && (wanted ?? one.name) === one.name);
  if (wanted !== undefined && chosen.length === 0) {
    await complain(task, `${wanted}: No such device`);
    return 1;
  }
  for (const one of chosen) await say(task, `${ifconfigText(one)}\n`);
  return 0;
});

function ifconfigText({ name, isLoopback, isUp, mtu, hardwareAddress, address }: NetworkInterface): string {
  const indent = ' '.repeat(10);
  const encapsulation = isLoopback ? 'Local Loopback  ' : `Ethernet  HWaddr ${hardwareAddress}`;
  const [network, mask] = address ? networkOf(address) : ['', ''];
  const broadcast = isLoopback ? '' : ` Bcast:${network.replace(/\d+$/, '255')} `;
  const inet4 = address ? `${indent}inet addr:${address.ip} ${broadcast} Mask:${mask} \n` : '';
  const flags = isLoopback
    ? 'UP LOOPBACK RUNNING'
    : isUp
      ? 'UP BROADCAST RUNNING MULTICAST'
      : 'BROADCAST MULTICAST';
  return (
    `${name.padEnd(9)} Link encap:${encapsulation}\n${inet4}` +
    (isLoopback ? `${indent}inet6 addr: ::1/128 Scope: Host\n` : '') +
    `${indent}${flags}  MTU:${mtu}  Metric:1\n` +
    `${indent}RX packets:0 errors:0 dropped:0 overruns:0 frame:0 \n` +
    `${indent}TX packets:0 errors:0 dropped:0 overruns:0 carrier:0 \n` +
    `${indent}collisions:0 txqueuelen:1000 \n${indent}RX bytes:0 TX bytes:0 \n`
  );
}

/** Android 5's ifconfig: one interface, one line. */
export const toolboxIfconfig = tool(async (task) => {
  const [wanted] = task.args;
  if (wanted === undefined) {
    await task.stderr.write(new TextEncoder().encode('expected interface name\n'));
    return 1;
  }
  const one = task.system.network.interfaces().find(({ name }) => name === wanted);
  if (one === undefined) {
    await task.stderr.write(new TextEncoder().encode(`error: SIOCGIFFLAGS (No such device)\n`));
    return 1;
  }
  const [, mask] = one.address ? networkOf(one.address) : ['', '0.0.0.0'];
  const flags = one.isLoopback
    ? 'up loopback running'
    : one.isUp
      ? 'up broadcast running multicast'
      : 'down broadcast multicast';
  await say(task, `${one.name}: ip ${one.address?.ip ?? '0.0.0.0'} mask ${mask} flags [${flags}]\n`);
  return 0;
});
