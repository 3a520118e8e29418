import { codePoints, cut, oneLine, shown } from '../ui/sanitize.ts';
import type { Question } from './questions.ts';

const LONGEST_NAME = 100;
const LONGEST_LABEL = 160;
const LONGEST_TEXT = 400;
const LONGEST_REASON = 200;

/**
 * A question in plain words, a line for each fact. What comes from the device or from the model stands in quotation marks
 * on a line of its own, cut and cleaned, so that no label can forge a line of the question.
 */
export function questionText({ tool, device, app, label, text, why }: Question): string {
  return [
    `The agent wants to use ${oneLine(tool)} on the device ${quoted(device, LONGEST_NAME)}.`,
    `Application: ${app === undefined ? 'unknown or none' : quoted(app, LONGEST_NAME)}`,
    ...(label === undefined ? [] : [`On: ${quoted(label, LONGEST_LABEL)}`]),
    ...(text === undefined ? [] : [`Text: ${quotedText(text)}`]),
    ...(why === '' ? [] : [`You are asked because: ${cut(oneLine(why), LONGEST_REASON, '…')}`]),
  ].join('\n');
}

function quoted(text: string, limit: number): string {
  return JSON.stringify(cut(oneLine(text), limit, '…'));
}

/** Line breaks stay visible: they may send what is typed. */
function quotedText(text: string): string {
  const visible = (shown(text) ?? '').replace(/[\u2028\u2029]/g, '\n');
  const whole = JSON.stringify(cut(visible, LONGEST_TEXT, '…'));
  const length = codePoints(text);
  return length > LONGEST_TEXT ? `${whole} (${length} characters in all)` : whole;
}
