import type { Call } from '@handeye/core/call/call';
import type { DesktopStateParts } from '@handeye/core/device/desktop-state';
import { type Programs, run } from './programs/run.ts';

/** The state of a Mac as its own programs report it. */
export function macFacts(programs: Programs): Omit<DesktopStateParts, 'desktop' | 'screen'> {
  const said = async (program: string, args: readonly string[], call: Call) =>
    (await run(program, { args }, call)).toString('utf8').trim();
  return {
    system: async (call) => `macOS ${await said(programs.swVers, ['-productVersion'], call)}`,
    locale: async (call) =>
      (await said(programs.defaults, ['read', '-g', 'AppleLocale'], call))
        .replace(/@.*$/, '')
        .replaceAll('_', '-'),
    // In the light theme the setting does not exist, and `defaults` fails.
    darkTheme: (call) =>
      said(programs.defaults, ['read', '-g', 'AppleInterfaceStyle'], call).then(
        (style) => style === 'Dark',
        () => false,
      ),
    battery: async (call) => batteryIn(await said(programs.pmset, ['-g', 'batt'], call)),
  };
}

/** ` -InternalBattery-0 (id=1)	85%; charging; 1:10 remaining present: true`. */
export function batteryIn(output: string): string | undefined {
  const [, level, state] = /InternalBattery\S*.*?\t(\d+)%; ([^;]+);/.exec(output) ?? [];
  return level === undefined ? undefined : `${level}%, ${state ?? ''}`;
}
