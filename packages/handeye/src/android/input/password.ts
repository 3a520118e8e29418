import { permissionDenied } from '../../device/errors.ts';

/** What a password field holds is not known, so only keys can add to it: refuses a text that keys cannot type. */
export function mustBeKeys(text: string): void {
  if (/^\p{ASCII}*$/u.test(text)) return;
  throw permissionDenied(
    'The password field is not empty and cannot be read, so only ASCII text can be added to it. ' +
      'Nothing was typed. Set the whole password with set_text.',
  );
}
