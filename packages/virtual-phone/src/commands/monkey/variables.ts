import type { RunningAndroid } from '../running-android.ts';

/** The variables of monkey's `getvar` (MonkeySourceNetworkVars). */
const variables: ReadonlyMap<string, (android: RunningAndroid) => string | undefined> = new Map(
  Object.entries<(android: RunningAndroid) => string | undefined>({
    'am.current.action': () => 'android.intent.action.MAIN',
    'am.current.categories': () => 'android.intent.category.LAUNCHER',
    'am.current.comp.class': ({ framework }) => framework.resumedActivity()?.full,
    'am.current.comp.package': ({ framework }) => framework.resumedActivity()?.package,
    'am.current.data': () => '',
    'am.current.package': ({ framework }) => framework.resumedActivity()?.package,
    'build.board': property('ro.product.board'),
    'build.brand': property('ro.product.brand'),
    'build.cpu_abi': property('ro.product.cpu.abi'),
    'build.device': property('ro.product.device'),
    'build.display': property('ro.build.display.id'),
    'build.fingerprint': property('ro.build.fingerprint'),
    'build.host': property('ro.build.host'),
    'build.id': property('ro.build.id'),
    'build.manufacturer': property('ro.product.manufacturer'),
    'build.model': property('ro.product.model'),
    'build.product': property('ro.product.name'),
    'build.tags': property('ro.build.tags'),
    'build.type': property('ro.build.type'),
    'build.user': property('ro.build.user'),
    'build.version.codename': property('ro.build.version.codename'),
    'build.version.incremental': property('ro.build.version.incremental'),
    'build.version.release': property('ro.build.version.release'),
    'build.version.sdk': property('ro.build.version.sdk'),
    'clock.millis': ({ framework }) => String(Math.round(framework.clock.now())),
    'clock.realtime': ({ framework }) => String(Math.round(framework.clock.now() - framework.bootedAt)),
    'clock.uptime': ({ framework }) => String(Math.round(framework.clock.now() - framework.bootedAt)),
    'display.density': ({ framework }) => String(framework.display.density / 160),
    'display.height': ({ framework }) => String(framework.display.size.height),
    'display.width': ({ framework }) => String(framework.display.size.width),
  }),
);

export const variableNames: readonly string[] = [...variables.keys()];

/** Its value; undefined if there is no such variable. Build properties that are not set are `unknown`. */
export function variableValue(android: RunningAndroid, name: string): string | undefined {
  const read = variables.get(name);
  return read && (read(android) ?? 'unknown');
}

function property(name: string): (android: RunningAndroid) => string | undefined {
  return ({ properties }) => properties.get(name);
}
