import assert from 'node:assert/strict';

/**
 * The forms in which a value must not occur. Written independently of the masking code, so that a form that is forgotten there
 * is found here.
 */
export function formsOfSecret(value: string): readonly string[] {
  const bytes = Buffer.from(value, 'utf8');
  const inAuthorization = Buffer.from(`demo:${value}`, 'utf8').toString('base64');
  const forms = [
    value,
    JSON.stringify(value).slice(1, -1),
    JSON.stringify(JSON.stringify(value)).slice(3, -3),
    encodeURIComponent(value),
    encodeURIComponent(value).replaceAll('%20', '+'),
    bytes.toString('base64'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    inAuthorization,
    Array.from(value).join(' '),
    value.replace(/(.{4})(?=.)/gsu, '$1 '),
    value.replace(/(.{4})(?=.)/gsu, '$1-'),
  ];
  return [...new Set(forms)];
}

/** Fails if one of the outputs contains a secret. */
export function assertNoSecrets(outputs: readonly string[], values: readonly string[]): void {
  for (const value of values) {
    for (const form of formsOfSecret(value)) {
      const found = outputs.find((output) => output.includes(form));
      assert.equal(found, undefined, `an output has a secret in it, as ${form}`);
    }
  }
}
