import type { Call } from '../../call/call.ts';
import { actionFailed } from '../../device/errors.ts';
import { calendarDate } from '../../ui/value/moments.ts';
import type { Accessible } from '../atspi/accessible.ts';
import { orderOf } from '../screen/date-parts.ts';
import type { Origin } from '../screen/look.ts';
import type { DesktopSession } from '../session.ts';
import { ElementHandle } from './element-handle.ts';
import { typeNumber } from './values.ts';

const NOT_A_DATE = 'This field takes a date: give it as 2026-11-20. Nothing was typed.';

/** Types a date into the parts of its field, and makes sure that each has what it should. */
export async function setDateParts(
  session: DesktopSession,
  { on, parts, text }: { on: Origin; parts: readonly Accessible[]; text: string },
  call: Call,
): Promise<undefined> {
  const date = calendarDate(text);
  if (!date) throw actionFailed(NOT_A_DATE);
  for (const [index, part] of orderOf(parts).entries()) {
    const accessible = parts[index];
    if (!accessible) continue;
    const handle = new ElementHandle(session, { ...on, accessible }, call);
    await typeNumber(handle, { number: date[part], digits: part === 'year' ? 4 : 2 }, session.keyboard, call);
  }
}
