import type { App } from '../system/app.ts';
import { systemUi } from '../system-ui/recents.ts';
import { calculator } from './calculator.ts';
import { contacts } from './contacts.ts';
import { launcher } from './launcher.ts';
import { login } from './login.ts';
import { messages } from './messages/messages.ts';
import { notes } from './notes/notes.ts';
import { settings } from './settings/settings.ts';

/** Every app of the phone, in the order of the home screen. A new app is one file and one line here. */
export const apps: readonly App[] = [
  systemUi,
  launcher,
  calculator,
  contacts,
  login,
  messages,
  notes,
  settings,
];
