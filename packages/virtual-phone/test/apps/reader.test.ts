import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phoneInHand } from '../framework/hand.ts';

test('Reader: a tap opens an article, a swipe turns to the next, and one paragraph has thousands of characters', () => {
  const hand = phoneInHand({ open: 'com.example.reader/.LibraryActivity' });
  hand.tap('The Garden That Counts');
  assert.equal(hand.get('title').text, 'The Garden That Counts');
  assert.ok(hand.get('paragraph').text.length > 5000);
  hand.swipe({ x: 900, y: 1200 }, { x: 200, y: 1200 }, 200);
  assert.equal(hand.get('title').text, 'Nineteen Letters About Water');
  assert.ok(hand.find('4 of 12'));
  hand.tap('Navigate up');
  assert.equal(hand.phone.resumedActivity()?.short, '.LibraryActivity');
});

test('Reader: an article scrolls on its page without turning it', () => {
  const hand = phoneInHand({ open: 'com.example.reader/.LibraryActivity' });
  hand.tap('The Garden That Counts');
  hand.swipe({ x: 500, y: 1900 }, { x: 500, y: 500 }, 1500);
  assert.equal(hand.find('title'), undefined);
  assert.ok(hand.find('3 of 12'));
});

const openBrowser = () => phoneInHand({ open: 'com.example.reader/.BrowserActivity' });
const pageTitle = ({ nodes }: ReturnType<typeof openBrowser>) =>
  nodes().find((node) => node.class === 'android.webkit.WebView')?.text;

test('Reader: a link opens its page, Go opens the typed address, and Back returns through the pages', () => {
  const hand = openBrowser();
  hand.tap('The river and its bridges');
  assert.equal(hand.get('url_bar').text, 'almanac.example/river');
  assert.equal(pageTitle(hand), 'The river and its bridges');
  hand.tap('url_bar');
  hand.phone.key(29, { ctrl: true });
  hand.phone.commitText('https://almanac.example/upper-town/');
  hand.tap('Go');
  assert.equal(pageTitle(hand), 'The upper town');
  for (const title of ['The river and its bridges', 'The Marrowick Almanac']) {
    hand.phone.back();
    hand.clock.advance(1000);
    assert.equal(pageTitle(hand), title);
  }
});

test('Reader: a page that does not exist says so and leads home', () => {
  const hand = openBrowser();
  hand.tap('A page that is gone');
  assert.equal(hand.get('error_details').text, 'almanac.example/gone is not on this phone.');
  hand.tap('error_home');
  assert.equal(pageTitle(hand), 'The Marrowick Almanac');
});

test('Reader: find in page counts the matches and walks through them in a circle', () => {
  const hand = openBrowser();
  hand.tap('The upper town');
  hand.tap('find_in_page');
  hand.phone.commitText('Bridges');
  const total = Number(hand.get('find_status').text.split('/')[1]);
  const text = hand
    .nodes()
    .map((node) => node.text)
    .join('\n');
  assert.ok(total > 1 && text.includes('bridges'));
  assert.match(hand.get('find_excerpt').text, /bridges/);
  hand.tap('find_prev');
  assert.equal(hand.get('find_status').text, `${total}/${total}`);
  hand.tap('find_next');
  assert.equal(hand.get('find_status').text, `1/${total}`);
  hand.tap('close_find');
  assert.equal(hand.find('find_status'), undefined);
});
