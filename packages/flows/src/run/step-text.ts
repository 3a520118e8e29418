import type { Command, Selector } from '../file/flow.ts';
import { selectorText } from '../record/identify.ts';

/** A command in one line, for people. */
export function stepText(command: Command): string {
  const about = aboutOf(command);
  return about === '' ? command.name : `${command.name} ${about}`;
}

function aboutOf(command: Command): string {
  if ('selector' in command && command.selector) return saysOf(command.selector);
  switch (command.name) {
    case 'inputText':
      return command.secret === undefined ? JSON.stringify(command.text) : `{{${command.secret}}}`;
    case 'scrollUntilVisible':
      return saysOf(command.element);
    case 'extendedWaitUntil':
      return command.visible
        ? saysOf(command.visible)
        : command.notVisible
          ? `not ${saysOf(command.notVisible)}`
          : '';
    case 'launchApp':
    case 'stopApp':
    case 'killApp':
    case 'clearState':
      return command.appId ?? '';
    case 'pressKey':
      return command.key;
    case 'openLink':
      return command.link;
    case 'swipe':
      return command.direction ?? `${command.start ?? ''} to ${command.end ?? ''}`;
    case 'runFlow':
    case 'runScript':
      return command.file ?? '';
    case 'assertTrue':
      return command.condition;
    case 'tapOn':
    case 'doubleTapOn':
    case 'longPressOn':
      return `at ${command.point ?? ''}`;
    default:
      return '';
  }
}

/** A selector with one key by that alone. */
function saysOf(selector: Selector): string {
  const { text, ...others } = selector;
  return text !== undefined && Object.keys(others).length === 0
    ? JSON.stringify(text)
    : selectorText(selector);
}
