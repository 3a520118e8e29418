/** Only the class of a widget, which GTK 4.8 gives for a name where the application gave none. */
const CLASS_NAME = /^(?:Gtk|Adw)[A-Z]\w*$/;

/**
 * The name that a person would use. GTK 4.8 doubles the name of a button that is named by its label ("7 7"), and
 * names the nameless after their class.
 */
export function properName(name: string, toolkit: string): string {
  if (toolkit !== 'GTK') return name;
  if (CLASS_NAME.test(name)) return '';
  const middle = (name.length - 1) / 2;
  const half = name.slice(0, middle);
  return half !== '' && name === `${half} ${half}` ? half : name;
}
