import type { Encoding, ParcelReader } from './parcel.ts';
import { UnreadableParcel } from './parcel.ts';

/** The form in which a version of Android writes a clip (ClipData, ClipDescription and TextUtils.writeToParcel). */
export interface ClipForm {
  /** Encoding of a CharSequence: UTF-16 in Android 10, UTF-8 since 11. */
  readonly texts: Encoding;
  /** Since Android 12 a description says whether the text is styled, and how a classifier rates it. */
  readonly classified: boolean;
  /** In Android 16, and from some update of 15 on, a non-empty bundle is followed by a flag. */
  readonly flaggedBundles: boolean;
}

/** The text of a clip's first item; null if it is not text (a picture, a link to a file). */
export function textOfClip(parcel: ParcelReader, form: ClipForm): string | null {
  skipDescription(parcel, form);
  if (parcel.boolean()) throw new UnreadableParcel('the clip has an icon before its text');
  if (parcel.count() < 1) throw new UnreadableParcel('the clip holds nothing');
  return charSequence(parcel, form).text;
}

function skipDescription(parcel: ParcelReader, form: ClipForm): void {
  const label = charSequence(parcel, form);
  if (label.styled) throw new UnreadableParcel('the clip has a styled label');
  for (let types = parcel.count(); types > 0; types -= 1) parcel.string('utf16');
  skipBundle(parcel, form);
  parcel.skip(TIMESTAMP_BYTES);
  if (!form.classified) return;
  parcel.boolean();
  parcel.int();
  skipBundle(parcel, form);
}

const TIMESTAMP_BYTES = 8;
const STYLED = 0;
const PLAIN = 1;

/** A CharSequence. Its styles, if any, follow it and are not read. */
function charSequence(parcel: ParcelReader, { texts }: ClipForm): { text: string | null; styled: boolean } {
  const kind = parcel.int();
  if (kind !== STYLED && kind !== PLAIN) throw new UnreadableParcel(`${kind} is not a kind of text`);
  const text = parcel.string(texts);
  return { text, styled: kind === STYLED && text !== null };
}

/** "BNDL", and the magic that native code writes. */
const BUNDLE_MAGIC = [0x4c444e42, 0x4c444e44];

function skipBundle(parcel: ParcelReader, { flaggedBundles }: ClipForm): void {
  const length = parcel.count();
  if (length <= 0) return;
  if (!BUNDLE_MAGIC.includes(parcel.int())) throw new UnreadableParcel('a bundle has another beginning');
  parcel.skip(length);
  if (flaggedBundles) parcel.boolean();
}
