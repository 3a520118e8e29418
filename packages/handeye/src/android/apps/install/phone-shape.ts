import type { Call } from '../../../call/call.ts';
import { outputOf, type Phone, retryIfConnectionLost, sh } from '../../phone.ts';
import type { PhoneShape } from './fitting-splits.ts';

const DEFAULT_DENSITY = 160;

/** What parts of apps are chosen by, in one round trip. */
export async function readShape(phone: Phone, sdk: number, call: Call): Promise<PhoneShape> {
  const commands = [
    sh`getprop ro.product.cpu.abilist`,
    sh`wm density`,
    // Several languages since Android 7; up to 5.0 the language alone is set.
    sh`settings get system system_locales; getprop persist.sys.locale; getprop persist.sys.language; getprop ro.product.locale`,
  ];
  const answers = await retryIfConnectionLost(call, () => phone.script(commands, call));
  const [abis = '', density = '', locales = ''] = answers.map(outputOf);
  // `Override density: 320` follows `Physical density: 420`.
  const dots = [...density.matchAll(/density: (\d+)/g)].at(-1)?.[1];
  const languages = locales.split(/[\s,]+/).flatMap((tag) => /^([a-z]{2,3})(?:[-_]|$)/.exec(tag)?.[1] ?? []);
  return {
    sdk,
    abis: abis
      .trim()
      .split(',')
      .filter((abi) => abi !== ''),
    density: Number(dots ?? DEFAULT_DENSITY),
    languages: [...new Set(languages)],
  };
}
