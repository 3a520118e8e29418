/**
 * A part of every password and secret that a test types and that nobody may be told: whoever finds it in what a test run wrote
 * has found a leak (scripts/test-run/leaks.ts). Letters and digits alone, so that JSON, XML and addresses leave it as it is.
 * What is shorter than a secret that is masked everywhere (a PIN) cannot hold it; nor can the password of the virtual phone's
 * Login app, which that app shows itself.
 */
export const CANARY = 'Kq7vZxW3';

/** A password for fields that keep it to themselves. */
export const PASSWORD = `hunter2${CANARY}`;
