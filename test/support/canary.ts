/**
 * A part of every password and secret that a test types and that must not leak: finding it in the outputs of a test run means a
 * leak (scripts/test-run/leaks.ts). Letters and digits alone, so that JSON, XML and addresses leave it unchanged. A value
 * shorter than a secret that is masked everywhere (a PIN) cannot contain it; nor can the password of the virtual phone's Login
 * app, which that app shows itself.
 */
export const CANARY = 'Kq7vZxW3';

/** A password for fields that must not show it. */
export const PASSWORD = `hunter2${CANARY}`;
