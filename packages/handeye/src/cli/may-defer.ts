import { platformOf } from '@handeye/core/device/platforms';
import { SECRET_VARIABLE } from '@handeye/core/guard/secrets/secret-lines';
import type { Config } from '../config/settings.ts';

/**
 * Whether tools may be listed before they are loaded: what is listed must not depend on files or programs, and nothing that
 * can fail at the start may fail later, when no person reads it.
 */
export function mayDefer(config: Config, env: Readonly<Record<string, string | undefined>>): boolean {
  const { farm, audit, record, metrics, secrets, maskCodes, readOnly, policy, device } = config;
  const hidesNoTool = !readOnly && (policy === 'open' || policy === 'careful');
  const readsNothing = [audit, record, secrets].every((path) => path === undefined) && farm.length === 0;
  const hasSecrets = Object.keys(env).some((name) => name.startsWith(SECRET_VARIABLE));
  const onlyPhones = device.every((name) => platformOf(name) === 'android');
  return hidesNoTool && readsNothing && !metrics && !maskCodes && !hasSecrets && onlyPhones;
}
