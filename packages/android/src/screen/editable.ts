import type { Attributes } from './hierarchy.ts';

/**
 * Names of text fields, without their package or outer class. A dump does not say what is editable, but it says
 * the class an application reports to accessibility, and that is kept to a few names: EditText itself (also what
 * Compose, Flutter and WebView report for their fields) and its subclasses in the platform and its libraries:
 * AppCompatEditText, TextInputEditText, ExtractEditText, (Multi)AutoCompleteTextView, SearchView$SearchAutoComplete.
 */
const FIELD = /EditText$|AutoComplete(TextView)?$/;

/**
 * Whether text can be entered here. A field that cannot take the focus (a result, a date that opens a picker when touched)
 * takes no text, regardless of its class; a password is only ever entered.
 */
export function isEditable(attributes: Attributes): boolean {
  if (attributes.focusable !== 'true' && attributes.focused !== 'true') return false;
  return attributes.password === 'true' || FIELD.test(attributes.class ?? '');
}

// android.text.InputType
const CLASS = 0xf;
const CLASS_TEXT = 0x1;
const VARIATION = 0xff0;
const EMAIL_ADDRESS = 0x20;
const EMAIL_SUBJECT = 0x30;
const MULTI_LINE = 0x20000;

/**
 * Whether Enter begins a new line in a field of that type. IME_MULTI_LINE (0x40000) alone does not make it so: that
 * field wraps in the input method only. In an e-mail's address or subject Enter moves on even where there is room for
 * several lines (TextView.shouldAdvanceFocusOnEnter, all versions).
 */
export function takesLineBreaks(inputType: number): boolean {
  if ((inputType & CLASS) !== CLASS_TEXT || (inputType & MULTI_LINE) === 0) return false;
  const variation = inputType & VARIATION;
  return variation !== EMAIL_ADDRESS && variation !== EMAIL_SUBJECT;
}
