import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluate } from '../../src/apps/arithmetic.ts';
import { phoneInHand } from '../framework/hand.ts';

test('Calculator, opened from the home screen: 7 + 3 = 10', () => {
  const { get, tap } = phoneInHand();
  tap('Calculator');
  for (const key of ['7', 'plus', '3']) tap(key);
  assert.equal(get('result').text, '10');
  tap('equals');
  assert.equal(get('formula').text, '10');
});

test('the calculator knows precedence, brackets and invalid formulas', () => {
  assert.equal(evaluate('2+3×4'), '14');
  assert.equal(evaluate('(2+3)×4'), '20');
  assert.equal(evaluate('0.1+0.2'), '0.3');
  assert.equal(evaluate('5−8'), '−3');
  assert.equal(evaluate('50%'), '0.5');
  assert.equal(evaluate('7÷0'), undefined);
  assert.equal(evaluate('7+'), undefined);
});

test('Contacts: typing filters 500 people, and a tap opens one', () => {
  const { phone, get, find, tap } = phoneInHand({ open: 'com.android.contacts/.activities.PeopleActivity' });
  tap('search_view');
  phone.commitText('grace hop');
  assert.equal(get('list').children.length, 1);
  assert.equal(find('Ada Allen'), undefined);
  tap('Grace Hopper');
  assert.equal(get('large_title').text, 'Grace Hopper');
  tap('Add to favorites');
  assert.ok(find('Remove from favorites'));
  tap('Navigate up');
  assert.equal(get('search_view').text, 'grace hop');
});

test('Login: it names missing input, accepts the right password, and refuses others', () => {
  const { phone, clock, get, find, tap } = phoneInHand({ open: 'com.example.login/.LoginActivity' });
  tap('sign_in');
  assert.equal(get('username_error').text, 'Enter a user name');
  assert.equal(get('password_error').text, 'At least 8 characters');
  tap('username');
  phone.commitText('demo');
  tap('password');
  phone.commitText('wrong-one');
  phone.back();
  tap('sign_in');
  assert.equal(get('password_error').text, 'Wrong user name or password');
  assert.equal(find('username_error'), undefined);
  tap('password');
  phone.key(29, { ctrl: true });
  phone.commitText('secret123');
  phone.back();
  tap('sign_in');
  clock.advance(1000);
  assert.equal(get('welcome').text, 'Welcome, demo!');
});
