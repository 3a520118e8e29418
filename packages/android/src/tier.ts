import type { Call } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import type { Device } from '@handeye/core/device/port';
import type { AndroidDevice } from './device.ts';
import { Companion, FIRST_SDK_BESIDE_SERVICES } from './companion/companion.ts';
import { CompanionDevice } from './companion/device.ts';
import { CompanionGone } from './companion/errors.ts';
import { outputOf, type Phone, sh } from './phone.ts';
import type { TierChoice, TierName } from './tier-choice.ts';
import type { Traits } from './traits.ts';

/** The tier that serves a phone, and why, in words for a person. */
export interface Tier {
  readonly name: TierName;
  readonly why: string;
}

/** A phone, and the listener for the tier that serves it. */
export interface TierContext {
  readonly phone: Phone;
  readonly traits: Traits;
  readonly plain: AndroidDevice;
  readonly clock: Clock;
  readonly onTier: (tier: Tier) => void;
  /** Called if something else was in the companion's place on the phone, and was removed. */
  readonly onReplaced?: () => void;
  /** The companion makes pictures as small as they are needed. */
  readonly shrinksPictures?: boolean | undefined;
}

const COMPANION: Tier = { name: 'companion', why: 'the companion on the phone' };
const FORCED_PLAIN = plainAdb('--tier plain');

/** The phone served by the chosen tier. A companion starts at its first use. */
export function openTier(choice: TierChoice, context: TierContext): Device {
  const { phone, traits, plain, clock, onTier, onReplaced, shrinksPictures } = context;
  if (choice === 'plain') {
    onTier(FORCED_PLAIN);
    return plain;
  }
  const onChange = (problem: string | undefined) => {
    onTier(problem === undefined ? COMPANION : withoutCompanion(choice, problem));
  };
  const companion = new Companion(phone, { clock, services: servicesPolicy(choice), onChange, onReplaced });
  const fallsBack = choice === 'auto';
  return new CompanionDevice(companion, { phone, traits, plain, fallsBack, shrinksPictures });
}

/** The tier that would serve the phone. Changes nothing on it, and starts nothing. */
export async function tierOf(
  phone: Phone,
  choice: TierChoice,
  { sdk, call }: { sdk: number; call: Call },
): Promise<Tier> {
  if (choice === 'plain') return FORCED_PLAIN;
  if (choice === 'companion' || sdk >= FIRST_SDK_BESIDE_SERVICES) return COMPANION;
  const services = await servicesOn(phone, call);
  if (services === '') return COMPANION;
  return plainAdb(`the companion would switch off the accessibility services that are on: ${services}`);
}

/** The tier that serves the phone: starts a companion, looks once and ends it. `problem` says why one cannot serve. */
export async function triedTier(
  phone: Phone,
  choice: TierChoice,
  { sdk, call }: { sdk: number; call: Call },
): Promise<Tier & { readonly problem?: string }> {
  const tier = await tierOf(phone, choice, { sdk, call });
  if (tier.name !== 'companion') return tier;
  const problem = await companionProblem(phone, choice, call);
  return problem === undefined ? tier : { ...withoutCompanion(choice, problem), problem };
}

/** Why a companion cannot serve the phone; undefined if one started and could see. */
async function companionProblem(phone: Phone, choice: TierChoice, call: Call): Promise<string | undefined> {
  const companion = new Companion(phone, { clock: call.clock, services: servicesPolicy(choice) });
  try {
    await companion.running(call);
    return undefined;
  } catch (error) {
    if (error instanceof CompanionGone) return error.message;
    throw error;
  } finally {
    await companion.close();
  }
}

/** Only a companion that the user asked for may switch off accessibility services, which it puts back. */
function servicesPolicy(choice: TierChoice): 'refuse' | 'save' {
  return choice === 'companion' ? 'save' : 'refuse';
}

function plainAdb(why: string): Tier {
  return { name: 'plain', why: `plain ADB (${why})` };
}

function withoutCompanion(choice: TierChoice, problem: string): Tier {
  const outOfUse = `the companion is out of use: ${problem}`;
  return choice === 'companion'
    ? { name: 'companion', why: `nothing (--tier companion, but ${outOfUse})` }
    : plainAdb(outOfUse);
}

async function servicesOn(phone: Phone, call: Call): Promise<string> {
  const said = outputOf(await phone.run(sh`settings get secure enabled_accessibility_services`, call)).trim();
  return said === 'null' ? '' : said.slice(0, 200);
}
