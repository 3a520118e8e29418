import { newKey } from '@handeye/adb/daemon/key';
import type { Report } from '@handeye/android/selftest/report';
import { selftest } from '@handeye/android/selftest/selftest';
import type { ToolAnswer, TierTools } from '@handeye/android/selftest/tested-phone';
import type { Trial } from '@handeye/android/selftest/check';
import { AndroidSource, type AndroidOptions } from '@handeye/android/source';
import type { TierName } from '@handeye/android/tier-choice';
import type { Call } from '@handeye/core/call/call';
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { Registry } from '@handeye/core/device/registry';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import type { ToolResult } from '@handeye/core/tools/frame/toolbox';
import { chosenPhone } from './devices/chosen-phone.ts';
import { UsageError } from './command.ts';
import type { Log } from './log.ts';
import { startVirtualPhone, VIRTUAL_PHONE } from './devices/virtual-source.ts';

/** Milliseconds to list the phones. */
const LIST_LIMIT = 10_000;

export interface PhoneSelftestOptions {
  readonly device: readonly string[];
  readonly android: AndroidOptions;
  readonly log: Log;
  readonly version: string;
  readonly stopped: AbortSignal;
  readonly onTrial: (trial: Trial) => void;
}

/** Tests the one phone that is chosen or attached, or the built-in one. */
export async function testPhone(options: PhoneSelftestOptions): Promise<Report> {
  if (options.device.some((name) => /^(linux|macos)(:|$)/.test(name)))
    throw new UsageError('handeye selftest android takes a phone as --device.');
  if (options.device.length === 1 && options.device[0] === VIRTUAL_PHONE) return testVirtualPhone(options);
  return testPhoneOf(options, options.android, (source) =>
    withinLimit({ clock: realClock, limit: LIST_LIMIT, cancelled: options.stopped }, (call) =>
      chosenPhone(options.device, source, call),
    ),
  );
}

async function testVirtualPhone(options: PhoneSelftestOptions): Promise<Report> {
  const key = newKey();
  const phone = await startVirtualPhone(key, options.log);
  try {
    const name = `tcp:${phone.serial}`;
    const android = { ...options.android, key: () => key, addresses: [name] };
    return await testPhoneOf(options, android, () => Promise.resolve(name));
  } finally {
    await phone.close();
  }
}

async function testPhoneOf(
  { version, stopped, onTrial }: PhoneSelftestOptions,
  android: AndroidOptions,
  choose: (source: AndroidSource) => Promise<string>,
): Promise<Report> {
  const source = new AndroidSource(android);
  try {
    const name = await choose(source);
    return await selftest({
      phone: source.phone(name),
      tier: android.tier ?? 'auto',
      openTools: (tier, call) => openTools({ android, name, tier }, call),
      clock: realClock,
      stopped,
      version,
      onTrial,
    });
  } finally {
    await source.close();
  }
}

/** The tools as a client gets them, on a phone that one tier serves. */
async function openTools(
  { android, name, tier }: { android: AndroidOptions; name: string; tier: TierName },
  call: Call,
): Promise<TierTools> {
  const source = new AndroidSource({ ...android, tier });
  const registry = new Registry({ sources: [source], configured: [name] });
  try {
    const { capabilities } = await registry.inspect(name, call);
    const toolbox = createToolbox({ registry });
    return {
      capabilities,
      call: async (tool, args, signal) => answerOf(await toolbox.call(tool, args, { signal })),
      close: () => registry.close(),
    };
  } catch (error) {
    await registry.close();
    throw error;
  }
}

function answerOf({ content, structuredContent, isError, _meta }: ToolResult): ToolAnswer {
  const text = content.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n');
  return {
    text,
    json: structuredContent ?? {},
    pictures: content.filter(({ type }) => type === 'image').length,
    ...(isError && { failure: { kind: _meta?.['handeye/error'].kind ?? 'internal', message: text } }),
  };
}
