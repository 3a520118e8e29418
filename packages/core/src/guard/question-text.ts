import { codePoints, cut, oneLine, shown } from '@handeye/screen/sanitize';
import type { Question } from './questions.ts';
import type { Act, Reached } from './act.ts';
import { shownLabelOf } from './labels.ts';
import type { Verdict } from './rules.ts';
import { textsAround } from './texts-around.ts';

const LONGEST_NAME = 100;
const LONGEST_LABEL = 160;
const LONGEST_TEXT = 400;
const LONGEST_REASON = 200;
const LONGEST_ADDRESS = 300;
const LONGEST_SCREEN_TEXT = 100;

/**
 * A question in plain words, a line for each fact. What comes from the device or from the model stands in quotation marks
 * on a line of its own, cut and cleaned, so that no label can forge a line of the question.
 */
export function questionText(question: Question): string {
  const { tool, device, app, label, text, key, opens, why, screen = [], written = [] } = question;
  return [
    `The agent wants to use ${oneLine(tool)} on the device ${quoted(device, LONGEST_NAME)}.`,
    `Application: ${app === undefined ? 'unknown or none' : quoted(app, LONGEST_NAME)}`,
    ...(label === undefined ? [] : [`On: ${quoted(label, LONGEST_LABEL)}`]),
    ...(text === undefined ? [] : [`Text: ${quotedText(text)}`]),
    ...(key === undefined ? [] : [`Key: ${quoted(key, LONGEST_NAME)}`]),
    ...(opens === undefined ? [] : [`Opens: ${quoted(opens, LONGEST_ADDRESS)}`]),
    ...(why === '' ? [] : [`You are asked because: ${brief(why, LONGEST_REASON)}`]),
    ...(screen.length === 0
      ? []
      : [`The screen shows: ${screen.map((one) => quoted(one, LONGEST_SCREEN_TEXT)).join(', ')}`]),
    ...(written.length === 0 ? [] : [`Written there: ${written.map(quotedText).join(', ')}`]),
  ].join('\n');
}

/** The same facts, cut and cleaned alike, for a way that shows each of them in a place of its own. */
export function shownQuestion(question: Question): Omit<Question, 'picture'> {
  const { tool, device, app, label, text, key, opens, why, screen = [], written = [] } = question;
  return {
    tool: oneLine(tool),
    device: brief(device, LONGEST_NAME),
    app: app && brief(app, LONGEST_NAME),
    label: label && brief(label, LONGEST_LABEL),
    text: text && countedText(text),
    key: key && brief(key, LONGEST_NAME),
    opens: opens && brief(opens, LONGEST_ADDRESS),
    why: brief(why, LONGEST_REASON),
    screen: screen.map((one) => brief(one, LONGEST_SCREEN_TEXT)),
    written: written.map(countedText),
  };
}

function quoted(text: string, limit: number): string {
  return JSON.stringify(brief(text, limit));
}

function brief(text: string, limit: number): string {
  return cut(oneLine(text), limit, '…');
}

/** Line breaks stay visible: they may send what is typed. */
function quotedText(text: string): string {
  return JSON.stringify(shownText(text)) + restOf(text);
}

function countedText(text: string): string {
  return shownText(text) + restOf(text);
}

/** The length of a text that is not shown whole: the person who allows it must know that there is more. */
function restOf(text: string): string {
  const length = codePoints(text);
  return length > LONGEST_TEXT ? ` (${length} characters in all)` : '';
}

function shownText(text: string): string {
  return cut((shown(text) ?? '').replace(/[\u2028\u2029]/g, '\n'), LONGEST_TEXT, '…');
}

/** Stands for a password that would be typed. */
const HIDDEN = '••••••';
/** Names of secrets and nothing else. */
const NAMES_ONLY = /^(?:\{\{\w+\}\})+$/;

/** The facts that a person needs to decide whether a write may be made. */
export function questionOf(
  { tool, device }: Pick<Question, 'tool' | 'device'>,
  act: Act,
  { rule, reached, doubt }: Verdict,
): Question {
  return {
    tool,
    device,
    app: reached?.name ?? reached?.id,
    label: reached && shownLabelOf(reached),
    text: textIn(act, reached),
    key: act.key,
    opens: opened(reached),
    why: doubt ?? rule?.why ?? rule?.from ?? '',
    screen: reached?.beside,
    ...(reached?.element && textsAround(reached.element)),
  };
}

/** Text for a password field is hidden, but the names of secrets in it are shown. */
function textIn({ text }: Act, reached: Reached | undefined): string | undefined {
  const hides = reached?.element?.node.password === true && text !== undefined && !NAMES_ONLY.test(text);
  return hides ? HIDDEN : text;
}

function opened({ intent, uri, component }: Reached = { name: undefined }): string | undefined {
  const parts = [intent, uri, component].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' ');
}
