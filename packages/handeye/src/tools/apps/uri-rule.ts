import { invalidParams, permissionDenied } from '../../device/errors.ts';
import { NO_OTHER_WAY } from '../../guard/refusals.ts';

/** Schemes of addresses that every client may open: they show something, and nothing is called, sent or read from a disk. */
const openSchemes: ReadonlySet<string> = new Set(['http', 'https', 'geo', 'mailto', 'market']);

/** RFC 3986. What a device takes for the scheme must be what was checked, so nothing else may come before the colon. */
const ADDRESS = /^([A-Za-z][A-Za-z0-9+.-]*):(.+)$/s;
/** Blanks, line ends, control and invisible characters: some readers of addresses skip them. */
const INVISIBLE = /[\s\p{C}\p{Z}]/u;

/**
 * An address that may be opened, with its scheme in lower case: Android compares schemes exactly, and a policy must not
 * depend on that. Throws for all others, whatever they would be used for.
 */
export function permittedUri(
  parameter: string,
  uri: string,
  { allowedSchemes }: { readonly allowedSchemes: readonly string[] },
): string {
  const text = uri.trim();
  if (INVISIBLE.test(text)) {
    throw invalidParams(
      `Parameter '${parameter}' holds a space, a line end or an invisible character. Percent-encode it: a space is %20`,
    );
  }
  const [, scheme, rest] = ADDRESS.exec(text) ?? [];
  if (scheme === undefined || rest === undefined) {
    throw invalidParams(`Parameter '${parameter}' must be a whole address, such as https://example.com/`);
  }
  const lower = scheme.toLowerCase();
  if (!openSchemes.has(lower) && !allowedSchemes.includes(lower)) {
    throw permissionDenied(
      `The policy of this server does not open ${lower}: addresses. Only the user can allow it, with --allow-uri ${lower}; ${[...openSchemes].join(', ')} are always allowed. ${NO_OTHER_WAY}`,
    );
  }
  return `${lower}:${rest}`;
}
