import type { App } from '../framework/system/app.ts';
import { androidSystem } from '../framework/system-ui/resolver.ts';
import { systemUi } from '../framework/system-ui/recents.ts';
import { calculator } from './calculator.ts';
import { clock } from './clock/clock.ts';
import { contacts } from './contacts.ts';
import { downloads } from './downloads/downloads.ts';
import { launcher } from './launcher.ts';
import { login } from './login.ts';
import { map } from './map/map.ts';
import { messages } from './messages/messages.ts';
import { notes } from './notes/notes.ts';
import { paint } from './paint/paint.ts';
import { reader } from './reader/reader.ts';
import { settings } from './settings/settings.ts';

/** All apps of the phone, in the order of the home screen. A new app is one file and one line here. */
export const apps: readonly App[] = [
  androidSystem,
  systemUi,
  launcher,
  calculator,
  contacts,
  login,
  messages,
  notes,
  clock,
  map,
  paint,
  reader,
  downloads,
  settings,
];
