import { createHmac, timingSafeEqual } from 'node:crypto';

/*
 * How a command knows the server of its own user before it sends anything: it asks for /health with a random challenge, and
 * only who knows the secret of this run can answer it. The secret is in a file that only that user can read.
 */

export const CHALLENGE_HEADER = 'handeye-challenge';
export const PROOF_HEADER = 'handeye-proof';

const LONGEST_CHALLENGE = 100;

/** The answer to a challenge; undefined if it is none. */
export function proofOf(secret: string, challenge: string | undefined): string | undefined {
  if (challenge === undefined || challenge.length > LONGEST_CHALLENGE) return undefined;
  return createHmac('sha256', secret).update(challenge).digest('base64url');
}

/** Whether this is the answer to that challenge. */
export function isProof(answer: unknown, secret: string, challenge: string): boolean {
  const expected = proofOf(secret, challenge) ?? '';
  if (typeof answer !== 'string' || answer.length !== expected.length) return false;
  return timingSafeEqual(Buffer.from(answer), Buffer.from(expected));
}
