import type { Attributes } from './hierarchy.ts';

/**
 * Names of text fields, without their package or outer class. A dump does not say what is editable, but it says
 * the class an application reports to accessibility, and that is kept to a few names: EditText itself (also what
 * Compose, Flutter and WebView report for their fields) and its subclasses in the platform and its libraries:
 * AppCompatEditText, TextInputEditText, ExtractEditText, (Multi)AutoCompleteTextView, SearchView$SearchAutoComplete.
 */
const FIELD = /EditText$|AutoComplete(TextView)?$/;

/**
 * Whether text can be entered here. A field that cannot take the focus (a result, a date that opens a picker when
 * touched) takes no text, whatever its class is called; a password is only ever entered.
 */
export function isEditable(attributes: Attributes): boolean {
  if (attributes.focusable !== 'true' && attributes.focused !== 'true') return false;
  return attributes.password === 'true' || FIELD.test(attributes.class ?? '');
}
