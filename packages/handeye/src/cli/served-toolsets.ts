import type { Config } from '../config/settings.ts';
import { kindOf } from '@handeye/core/device/platforms';
import {
  defaultDesktopToolsets,
  defaultToolsets,
  type Toolset,
  toolsetNames,
  toolsetsNamed,
} from '@handeye/core/tools/frame/defaults';

/** The requested toolsets, by default those of a phone, plus the desktop's for a desktop; with a folder for flows, those for them. */
export function toolsetsOf(
  config: Pick<Config, 'toolset' | 'device'> & Partial<Pick<Config, 'flows'>>,
): readonly Toolset[] {
  const requested = requestedToolsets(config);
  if (config.flows === undefined || requested.includes('flows')) return requested;
  return toolsetNames.filter((name) => name === 'flows' || requested.includes(name));
}

function requestedToolsets({ toolset, device }: Pick<Config, 'toolset' | 'device'>): readonly Toolset[] {
  const desktop = device.some(isDesktop);
  if (toolset === undefined) return desktop ? defaultDesktopToolsets : defaultToolsets;
  // Only `all` depends on the device: a user who names the desktop's tools gets them on a phone, too.
  const suitable = toolsetNames.filter((name) => name !== 'desktop' || desktop);
  const named = toolset.flatMap((name) => (name === 'all' ? (toolsetsNamed(name, suitable) ?? []) : [name]));
  return toolsetNames.filter((name) => named.includes(name));
}

/** Whether every configured device is a desktop. A farm has phones, too. */
export function onlyDesktops({ device, farm }: Pick<Config, 'device' | 'farm'>): boolean {
  return farm.length === 0 && device.length > 0 && device.every(isDesktop);
}

function isDesktop(name: string): boolean {
  return kindOf(name) === 'desktop';
}
