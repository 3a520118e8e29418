import type { Kind } from '../act.ts';

/** Words in the names of resources that say what a control is, not what it does. */
const fillers = new Set(
  `button btn bt but icon ic icn image img iv ib tv text txt view vw fab floating action menu item container layout
   ll rl fl cl main bottom top bar toolbar compose composer chat message msg sms mms email mail conversation now new
   click tap confirm final id image2 primary big circle round footer header dialog option your my the a it widget start`.split(
    /\s+/,
  ),
);

/** Words in the names of resources that act, in English as developers write. */
const doers: Readonly<Record<string, Kind>> = {
  send: 'send',
  sendmessage: 'send',
  sendbutton: 'send',
  sendbtn: 'send',
  post: 'send',
  publish: 'send',
  tweet: 'send',
  pay: 'payment',
  paynow: 'payment',
  paybutton: 'payment',
  buy: 'payment',
  buynow: 'payment',
  purchase: 'payment',
  placeorder: 'payment',
  submitorder: 'payment',
  dial: 'call',
  dialer: 'call',
  dialbutton: 'call',
  callbutton: 'call',
  call: 'call',
  delete: 'delete',
  deletebutton: 'delete',
  trash: 'delete',
  uninstall: 'delete',
  install: 'install',
  installbutton: 'install',
};

/** Words that go with them. */
const objects = new Set(
  'order payment voice video audio phone place submit dialpad app account all file photo note contact'.split(
    ' ',
  ),
);
const PLACES_ORDER = /\b(?:place|submit|confirm) (?:the )?order\b/;

/** The kinds that the name of a resource says, for buttons with a picture and no label: `send_message_button`. */
export function kindsOfResource(words: string): Kind[] {
  if (words === '') return [];
  const lower = words.toLowerCase();
  const all = lower.split(' ');
  const kinds = new Set<Kind>();
  for (const word of all) {
    const kind = doers[word];
    if (kind) kinds.add(kind);
    else if (!fillers.has(word) && !objects.has(word)) return PLACES_ORDER.test(lower) ? ['payment'] : [];
  }
  if (PLACES_ORDER.test(lower)) kinds.add('payment');
  // `call_log_item` fell out above; `floating_action_button` says nothing.
  return [...kinds];
}
