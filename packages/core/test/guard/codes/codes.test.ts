import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskCodes } from '../../../src/guard/codes/codes.ts';
import { Concealment } from '../../../src/guard/secrets/concealment.ts';
import { box, full, node, viewOf } from '@handeye/testing/screens';
import { bench } from '@handeye/testing/tools';

const messages = [
  ['Your verification code is 482913.', 'Your verification code is [code].'],
  ['G-482913 is your Google verification code.', '[code] is your Google verification code.'],
  ['OTP: 4829. Do not share it.', 'OTP: [code]. Do not share it.'],
  ['Use 482 913 to verify your phone', 'Use [code] to verify your phone'],
  ['482913 ist Ihr Bestätigungscode', '[code] ist Ihr Bestätigungscode'],
  ['Ihre TAN lautet 482913 (gültig 5 min)', 'Ihre TAN lautet [code] (gültig 5 min)'],
  ['Votre code de vérification : 482913', 'Votre code de vérification : [code]'],
  ['Tu código es 482913', 'Tu código es [code]'],
  ['Il tuo codice di verifica è 482913', 'Il tuo codice di verifica è [code]'],
  ['Seu código de verificação: 482913', 'Seu código de verificação: [code]'],
  ['Je verificatiecode is 482913', 'Je verificatiecode is [code]'],
  ['Twój kod weryfikacyjny to 482913', 'Twój kod weryfikacyjny to [code]'],
  ['Ваш код подтверждения: 482913', 'Ваш код подтверждения: [code]'],
  ['Doğrulama kodunuz: 482913', 'Doğrulama kodunuz: [code]'],
  ['認証コードは482913です', '認証コードは[code]です'],
  ['您的验证码是482913，5分钟内有效', '您的验证码是[code]，5分钟内有效'],
] as const;

test('one-time codes are found in messages of twelve languages', () => {
  for (const [text, masked] of messages) assert.equal(maskCodes(text), masked);
});

test('other numbers stay', () => {
  for (const text of [
    'Room 4821, 2nd floor',
    'Your order 482913 was sent',
    'The code costs 1200 € a year',
    'Use code SAVE20 before 12:30 on 2026-11-16',
    'Call 0301234567 to get a code',
    'ZIP code 90210',
    'Error code 40402',
    'Pinned 2026',
    'barcode: 4006381333931',
    'code review #4821',
    'code coverage 98.1234 %',
  ]) {
    assert.equal(maskCodes(text), text);
  }
});

test('a title says what the digits below it are', () => {
  assert.equal(
    maskCodes('482913', () => ['Your verification code', '482913']),
    '[code]',
  );
  assert.equal(
    maskCodes('482913', () => ['Your balance', '482913']),
    '482913',
  );
});

const message = box(60, 800, 1020, 900);
const inbox = viewOf(
  node('FrameLayout', full, {
    children: [
      node('TextView', message, { text: 'Your verification code is 482913' }),
      node('TextView', box(60, 1000, 1020, 1100), { text: 'Invoice 482913' }),
    ],
  }),
);

test('screens, the clipboard and the logs mask them if that is wished, and do not otherwise', async () => {
  const masked = bench(inbox, { concealment: new Concealment({ codes: true }) });
  masked.device.clip = 'code 482913';
  masked.device.logLines = { lines: ['I/Sms: otp 482913'], truncated: false };
  assert.match(await masked.text('get_screen_state'), /code is \[code\]\t.*Invoice 482913\t/s);
  assert.deepEqual(await masked.json('get_clipboard'), { text: 'code [code]' });
  assert.match(JSON.stringify(await masked.json('get_device_logs')), /otp \[code\]/);
  assert.match(await bench(inbox).text('get_screen_state'), /code is 482913/);
});
