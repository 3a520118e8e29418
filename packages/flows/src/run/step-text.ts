import type { Command, Selector } from '../file/flow.ts';
import { selectorText } from '../record/identify.ts';

/** A command in one line, for people. */
export function stepText(command: Command): string {
  const about = aboutOf(command);
  return about === '' ? command.name : `${command.name} ${about}`;
}

function aboutOf(command: Command): string {
  const { name } = command;
  if ('selector' in command) return saysOf(command.selector);
  if (name === 'inputText')
    return command.secret === undefined ? JSON.stringify(command.text) : `{{${command.secret}}}`;
  if (name === 'scrollUntilVisible') return saysOf(command.element);
  if (name === 'extendedWaitUntil') {
    if (command.visible) return saysOf(command.visible);
    return command.notVisible ? `not ${saysOf(command.notVisible)}` : '';
  }
  if (name === 'swipe') return command.direction ?? `${command.start ?? ''} to ${command.end ?? ''}`;
  if (name === 'assertTrue') return command.condition;
  if (name === 'pressKey') return command.key;
  if (name === 'openLink') return command.link;
  if ('appId' in command) return command.appId ?? '';
  if ('file' in command) return command.file ?? '';
  return 'point' in command ? `at ${command.point ?? ''}` : '';
}

/** A selector with one key by that alone. */
function saysOf(selector: Selector): string {
  const { text, ...others } = selector;
  return text !== undefined && Object.keys(others).length === 0
    ? JSON.stringify(text)
    : selectorText(selector);
}
