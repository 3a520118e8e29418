import { windowTypes } from '../commands/uiautomator/hierarchy-xml.ts';
import { PatientPattern } from '../programs/text/patient-pattern.ts';
import type { Body } from './body.ts';
import type { ServerContext } from './context.ts';
import { ServerError } from './errors.ts';
import { fits } from './find/fits.ts';
import { rectModel } from './routes/elements.ts';

type Model = Readonly<Record<string, unknown>>;

/** Every window on the screen that passes the filters, topmost first. */
export function windowModels({ android }: ServerContext, body: Body): readonly Model[] {
  const filters = body.optionalObject('filters')?.entries ?? [];
  return android.framework
    .windows()
    .map((window): Model => ({
      displayId: 0,
      isAccessibilityFocused: false,
      isActive: window.active,
      isFocused: window.focused,
      isInPictureInPictureMode: false,
      layer: window.layer,
      packageName: window.root() === null ? null : window.package,
      physicalDisplayId: null,
      rect: rectModel(window.bounds),
      // A picture of a single window needs an object that only the app itself has.
      screenshot: null,
      title: window.title,
      type: windowTypes[window.kind],
      virtualDisplayId: null,
      windowId: window.id,
    }))
    .filter((model) =>
      filters.every(([name, wanted]) => passes(Object.hasOwn(model, name) ? model[name] : undefined, wanted)),
    );
}

/** Names and titles are compared with the wildcards `*` and `?`; an invalid filter matches nothing. */
function passes(value: unknown, wanted: unknown): boolean {
  if (wanted === null) return true;
  if (typeof value === 'string') {
    const tooCostly = (): ServerError =>
      new ServerError('invalidArgument', 'A filter is too costly to match');
    return typeof wanted === 'string' && fits(glob(wanted), value, tooCostly);
  }
  return (
    value !== undefined &&
    JSON.stringify(value) === (typeof wanted === 'string' ? wanted : JSON.stringify(wanted))
  );
}

function glob(pattern: string): PatientPattern {
  const escaped = pattern.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  return new PatientPattern(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}
