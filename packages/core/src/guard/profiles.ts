import type { Kind } from './act.ts';
import type { Rule } from './rules.ts';

/** A policy by name: its rules, and what becomes of a touch on what came over the screen since the client looked. */
export interface Profile {
  readonly rules: readonly Rule[];
  readonly changedScreen: 'note' | 'refuse';
}

const asked: readonly (readonly [Kind, why: string])[] = [
  ['payment', 'It may cost money.'],
  ['send', 'It may send something in the name of the user.'],
  ['call', 'It may call somebody.'],
  ['delete', 'It may delete something.'],
  ['install', 'It may install something.'],
  ['permission', 'It may give an application a permission.'],
  ['sign-in', 'It signs in, or gives away a password or a code.'],
];

const careful: readonly Rule[] = [
  {
    when: { kind: 'system-risk' },
    then: 'deny',
    why: 'It could give others power over the device. Only the user may do it, by hand.',
    from: 'profile careful: system-risk',
    isOfProfile: true,
  },
  ...asked.map(([kind, why]): Rule => ({
    when: { kind },
    then: 'ask',
    why,
    from: `profile careful: ${kind}`,
    isOfProfile: true,
  })),
  {
    when: { tool: 'set_device_state', setting: 'locale' },
    then: 'ask',
    why: 'Handeye does not know the words of every language, so it may not see what later touches do.',
    from: 'profile careful: language',
    isOfProfile: true,
  },
];

/** On the phone that Handeye itself runs on, an agent could otherwise answer the questions that are asked about it. */
export const selfRules: readonly Rule[] = [
  {
    when: { kind: 'terminal' },
    then: 'deny',
    why: 'Handeye runs on this phone, and its terminal and its page are where the user answers its questions.',
    from: '--device self: terminal',
  },
];

export const readOnlyRules: readonly Rule[] = [
  { when: {}, then: 'deny', from: 'read-only', says: () => 'This server is read-only.' },
];

export const profileNames = ['open', 'careful', 'read-only'] as const;
export type ProfileName = (typeof profileNames)[number];

export const profiles: Readonly<Record<ProfileName, Profile>> = {
  open: { rules: [], changedScreen: 'note' },
  careful: { rules: careful, changedScreen: 'refuse' },
  'read-only': { rules: readOnlyRules, changedScreen: 'note' },
};

export function isProfile(name: string): name is ProfileName {
  return Object.hasOwn(profiles, name);
}
