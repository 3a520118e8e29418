import { toolkits } from './accessible.ts';

/** A widget's class name, which GTK 4.8 reports as the name if the application set none. */
const GTK_CLASS_NAME = /^(?:Gtk|Adw)[A-Z]\w*$/;

/**
 * The name that the user sees. GTK 4.8 doubles the name of a button that is named by its label ("7 7"), and uses the class name
 * if there is no name.
 */
export function displayName(name: string, toolkit: string): string {
  if (toolkit !== toolkits.gtk4) return name;
  if (GTK_CLASS_NAME.test(name)) return '';
  const middle = (name.length - 1) / 2;
  const half = name.slice(0, middle);
  return half !== '' && name === `${half} ${half}` ? half : name;
}

/** The text, or undefined if it is empty. */
export function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
