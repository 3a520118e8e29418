import koffi, { type LibraryHandle } from 'koffi';
import { type CTypes, koffiTypes } from './c-types.ts';
import { type Native, objectConstants, prototypes } from './prototypes.ts';
import type { Libraries } from '../protocol.ts';

/** Loads the Mac's libraries. Throws if one of them, or a symbol in it, is missing. */
export function loadNative(paths: Libraries): Native {
  const libraries = {
    coreFoundation: open(paths.coreFoundation),
    applicationServices: open(paths.applicationServices),
    coreGraphics: open(paths.coreGraphics),
    objectiveC: open(paths.objectiveC),
    system: open(paths.system),
  };
  const native = {
    ...functionsOf(libraries.coreFoundation, prototypes.coreFoundation),
    ...functionsOf(libraries.applicationServices, prototypes.applicationServices),
    ...functionsOf(libraries.coreGraphics, prototypes.coreGraphics),
    ...functionsOf(libraries.objectiveC, prototypes.objectiveC),
    ...functionsOf(libraries.system, prototypes.system),
    ...objectsOf(libraries.coreFoundation, objectConstants.coreFoundation),
    ...objectsOf(libraries.coreGraphics, objectConstants.coreGraphics),
    kCFTypeArrayCallBacks: libraries.coreFoundation.symbol('kCFTypeArrayCallBacks') as unknown,
  };
  // koffi's functions are untyped; Native has their types, derived from the same tables.
  return native as unknown as Native;
}

function open(path: string): LibraryHandle {
  try {
    return koffi.load(path);
  } catch (error) {
    throw new Error(`${path} cannot be loaded. Is this a Mac?`, { cause: error });
  }
}

function functionsOf(
  library: LibraryHandle,
  table: Readonly<Record<string, readonly [keyof CTypes, ...(keyof CTypes)[]]>>,
): Record<string, unknown> {
  const functions = Object.entries(table).map(([name, [result, ...parameters]]): [string, unknown] => {
    const types = parameters.map((parameter) => koffiTypes[parameter]);
    return [name, library.func(name, koffiTypes[result], types)];
  });
  return Object.fromEntries(functions);
}

function objectsOf(library: LibraryHandle, names: readonly string[]): Record<string, unknown> {
  const objects = names.map((name): [string, unknown] => [
    name,
    koffi.decode(library.symbol(name), 'void *'),
  ]);
  return Object.fromEntries(objects);
}
