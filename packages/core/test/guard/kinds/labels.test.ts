import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saidKinds } from '../../../src/guard/kinds/words/language.ts';
import { languages } from '../../../src/guard/kinds/text/label-meaning.ts';
import { notSaying, saying } from './labels.ts';
import { clicking, field, labelled, list, part, row, screen, text } from './scene.ts';

for (const language of Object.keys(languages)) {
  test(`buttons that pay, send, call, delete, install or grant are recognised in ${language}`, () => {
    const labels = saying[language];
    assert.ok(labels, `no labels for ${language}`);
    const missed = saidKinds.flatMap((kind) =>
      labels[kind].filter((label) => !labelled(label).includes(kind)).map((label) => `${kind}: ${label}`),
    );
    assert.deepEqual(missed, []);
  });

  test(`buttons that only lead to such things, or refuse them, are not taken for them in ${language}`, () => {
    const taken = (notSaying[language] ?? []).flatMap((label) => {
      const kinds = labelled(label);
      return kinds.length === 0 ? [] : [`${label}: ${kinds.join(', ')}`];
    });
    assert.deepEqual(taken, []);
  });
}

test('a label that only looks like a word is that word', () => {
  const forms: Readonly<Record<string, string>> = {
    'Pаy 49 €': 'payment', // Cyrillic а
    Рау: 'payment', // Cyrillic only
    'Ρay now': 'payment', // Greek Rho
    'ВUY NOW': 'payment', // Cyrillic В
    'P\u200bay': 'payment',
    'P\u200day now': 'payment', // a joiner between letters stays in the text
    'P\u00aday': 'payment',
    '\u2066Pay\u2069 49 €': 'payment',
    Ｐａｙ: 'payment',
    '𝐏𝐚𝐲': 'payment',
    'P a y': 'payment',
    'P-a-y now': 'payment',
    'Please s e n d': 'send',
    '🅟🅐🅨': 'payment',
    'Sеnd message': 'send', // Cyrillic е
    SЕND: 'send',
    'S\u0335end': 'send', // a combining stroke
    DeIete: 'delete', // capital I
    'De1ete chat': 'delete',
    'D\u0435l\u0435te': 'delete',
    lnstall: 'install',
    AIlow: 'permission',
    'Löschen\u202c': 'delete',
    'Lo\u0308schen': 'delete',
    'Cаll Mom': 'call',
    '→ Send ✉': 'send',
    'ⲢⲀⲨ now': 'payment', // Coptic, and a Latin word
    ꓑꓮꓬ: 'payment', // Lisu
    ᏢᎪᎩ: 'payment', // Cherokee
    ꮪꭼɴꭰ: 'send', // small Cherokee, and a small capital
    ᏚᎬΝᎠ: 'send', // Cherokee and Greek
    ՏΕΝᗞ: 'send', // Armenian, Greek, Canadian syllabics
    'Ꭰеӏеtе all': 'delete',
    '\u0420ay': 'payment',
    ϲall: 'call', // a lunate sigma
    'P\u20dd\u0363ay\u1ab0': 'payment', // marks of other blocks
    'P\u0e34a\u093fy': 'payment', // marks of Thai and of Hindi on Latin letters
    'B\u0489\u0300\u0301\u0302uy now': 'payment',
    '🇵🇦🇾': 'payment',
    '🇸🇪🇳🇩': 'send',
    'Call 🇺🇸': 'call', // a flag is a picture
    '🅿️🅰️Y': 'payment',
    '💳': 'payment',
    '💳 49': 'payment',
    'OK 💳': 'payment',
    '🗑️': 'delete',
    '📞': 'call',
    '➤': 'send',
    حـــذف: 'delete', // a stretched line
    ﺣﺬﻑ: 'delete', // presentation forms
    '\uffb5\uffc2\uffa1ㅈㅔ': 'delete', // letters of Hangul by themselves
    'ВЫЗВАТЬ АБОНЕНТА': 'call',
    'ОТПРАВИТЬ ВСЁ РАВНО?': 'send',
  };
  const missed = Object.entries(forms).filter(
    ([label, kind]) => !labelled(label).some((one) => one === kind),
  );
  assert.deepEqual(missed, []);
});

test('pictures beside words that say something else, and flags, are nothing', () => {
  for (const label of ['💳 Cards', '📞 Help', '🇩🇪 Deutsch', '🇫🇷', '🎉 OK', '😀', '1', '①', '⊖', 'é', '٣'])
    assert.deepEqual(labelled(label), [], label);
});

test('a button that goes forward in pages or in a film sends nothing', () => {
  const forward = part('ImageButton', { clickable: true, description: 'Forward' });
  const push = (description: string) => part('ImageButton', { clickable: true, description });
  assert.deepEqual(clicking(screen([push('Reply'), forward]), forward), ['send']);
  assert.deepEqual(clicking(screen([push('Back'), forward, push('Reload')]), forward), []);
  assert.deepEqual(clicking(screen([push('Rewind'), push('Pause'), forward]), forward), []);
});

test('where there is a search field, the Turkish word for "Call" is the one for "Search"', () => {
  const [search, call] = [
    field({ hint: 'Kişilerde ara' }),
    part('ImageButton', { clickable: true, description: 'Ara' }),
  ];
  const keys = Array.from({ length: 10 }, (_, at) => part('Button', { clickable: true, text: String(at) }));
  assert.deepEqual(clicking(screen([call]), call), ['call']);
  assert.deepEqual(clicking(screen([search, call]), call), []);
  assert.deepEqual(clicking(screen([search, call, ...keys]), call), ['call']);
});

test('a row that is called like a way to pay leads to its settings', () => {
  const settings = row('Google Pay', 'Set up');
  const paying = part('android.view.View', { clickable: true, children: [text('Google Pay')] });
  assert.deepEqual(clicking(screen([list(settings)]), settings), []);
  assert.deepEqual(clicking(screen([paying]), paying), ['payment']);
});

test('a label that is written backwards behind a right-to-left override is read as it is seen', () => {
  assert.deepEqual(labelled('\u202eyaP'), ['payment']);
});

test('a label counts wherever it stands: on the element, its description, what it holds, or what holds it', () => {
  const onChild = part('android.view.View', { clickable: true, children: [text('Pay now')] });
  const described = part('ImageButton', { clickable: true, description: 'Send' });
  const word = text('Delete chat');
  const held = part('FrameLayout', { clickable: true, children: [word] });
  const custom = text('Buy now');
  const deceiving = part('android.view.View', {
    clickable: true,
    description: 'Continue',
    children: [text('Pay 49 €')],
  });
  assert.deepEqual(clicking(screen([onChild]), onChild), ['payment']);
  assert.deepEqual(clicking(screen([described]), described), ['send']);
  assert.deepEqual(clicking(screen([held]), word), ['delete']);
  assert.deepEqual(clicking(screen([custom]), custom), ['payment']);
  assert.deepEqual(clicking(screen([deceiving]), deceiving), ['payment']);
  const cancelling = part('Button', { clickable: true, text: 'Pay 49 €', description: 'Cancel' });
  assert.deepEqual(clicking(screen([cancelling]), cancelling), ['payment']);
});

test('a button with a picture alone is recognised by the name of its resource', () => {
  const named = (resourceId: string) => {
    const node = part('ImageButton', { clickable: true, resourceId: `com.example.chat:id/${resourceId}` });
    return clicking(screen([node]), node);
  };
  assert.deepEqual(named('send_message_button'), ['send']);
  assert.deepEqual(named('btnSend'), ['send']);
  assert.deepEqual(named('dialpad_floating_action_button'), []);
  assert.deepEqual(named('dialpad_voice_call_button'), ['call']);
  assert.deepEqual(named('place_order'), ['payment']);
  assert.deepEqual(named('delete_button'), ['delete']);
  assert.deepEqual(named('call_log_item'), []);
  assert.deepEqual(named('send_to_back'), []);
  assert.deepEqual(named('floating_action_button'), []);
});

test('a button that calls itself checkable is one, and a switch that says nothing else does it, too', () => {
  const checkable = { clickable: true, checkable: true };
  const paying = [
    part('android.widget.Button', { ...checkable, text: 'Pay 49 €' }),
    part('Button', { ...checkable, text: 'Pay now' }),
    part('Button', { ...checkable, text: '4,99 €' }),
    part('ToggleButton', { ...checkable, text: 'Pay 49 €' }),
    part('CheckBox', { ...checkable, text: 'Pay 49 € right now' }),
    part('android.view.View', { ...checkable, description: 'Kaufen' }),
  ];
  for (const node of paying) assert.deepEqual(clicking(screen([node]), node), ['payment'], node.text);
  const send = part('Button', { ...checkable, text: 'Send' });
  const message = field({ hint: 'Message', text: 'Hello' });
  const enter = { tool: 'press_key', toolClass: 'type', key: 'ENTER' } as const;
  assert.deepEqual(clicking(screen([message, send]), send), ['send']);
  assert.deepEqual(clicking(screen([message, send]), message, enter), ['send']);
  const choices = [
    part('CheckBox', { ...checkable, text: 'Stay signed in' }),
    part('RadioButton', { ...checkable, text: '4,99 € a month' }),
    part('CompoundButton', { ...checkable, text: '5 €' }),
    part('RadioButton', { ...checkable, text: 'Pay monthly' }),
    part('CheckBox', { ...checkable, text: 'Yes' }),
    part('LinearLayout', { ...checkable, children: [text('Ada'), text('Order'), text('It is here')] }),
  ];
  const form = screen([text('Delete old files?'), text('Total 5 €'), field({ password: true }), ...choices]);
  for (const node of choices) assert.deepEqual(clicking(form, node), [], node.text);
});

test('the same words are nothing in a field, on a switch, on a tab or in a message', () => {
  const typed = part('EditText', { text: 'Send', editable: true, clickable: true });
  const toggle = part('Switch', { text: 'Send usage statistics', clickable: true, checkable: true });
  const tab = part('TextView', { text: 'Call', clickable: true });
  const tabs = part('com.google.android.material.tabs.TabLayout', { children: [tab] });
  const bubble = part('FrameLayout', {
    clickable: true,
    children: [text('Send me the file when you are back at home, please')],
  });
  const settings = row('Send usage data', 'Helps to make it better');
  for (const node of [typed, toggle, bubble, settings]) assert.deepEqual(clicking(screen([node]), node), []);
  assert.deepEqual(clicking(screen([tabs]), tab), []);
});

test('a row whose title deletes, deletes; a price on it does not pay', () => {
  const account = row('Delete account', 'This cannot be undone');
  const product = row('Blue shoes', '49,00 €');
  const price = row('49,00 €', 'Blue shoes, which are very comfortable');
  assert.deepEqual(clicking(screen([account]), account), ['delete']);
  assert.deepEqual(clicking(screen([product]), product), []);
  assert.deepEqual(clicking(screen([price]), price), []);
});

test('an icon of the launcher is named after an application, and opens it', () => {
  const icon = text('Send Anywhere', { clickable: true });
  const pay = text('Pay', { clickable: true });
  const home = screen([icon, pay], { app: 'com.android.launcher3' });
  assert.deepEqual(clicking(home, icon), []);
  assert.deepEqual(clicking(home, pay), []);
});
