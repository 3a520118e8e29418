import type { RecordingClient } from './client.ts';
import { faultyCalls } from './faulty-calls.ts';

/** The fixed calls: every tool, where it works and where it fails, on screens of several apps. */
export async function everyTool(client: RecordingClient): Promise<void> {
  await client.introduce();
  for (const [tool, args] of faultyCalls) await client.call(tool, args);
  await screens(client);
  await textEntry(client);
  await lists(client);
  await fingers(client);
  await system(client);
}

async function screens(client: RecordingClient): Promise<void> {
  await client.call('press_home');
  await client.call('get_screen_state');
  await client.call('get_screen_state', { include_screenshot: true });
  await client.open('Calculator', 'digit_7');
  await client.call('get_screen_state');
  const seven = await client.id('7');
  await client.call('click_element', { element_id: seven });
  await client.call('find_elements', { by: 'resource_id', value: 'formula' });
  await client.call('get_element_details', { ids: [seven, 'node_1'] });
  await client.call('press_home');
  for (const [tool, args] of [
    ['click_element', {}],
    ['long_click_element', {}],
    ['set_text', { text: 'x' }],
    ['input_text', { text: 'x' }],
    ['clear_text', {}],
    ['scroll_to_element', {}],
  ] as const) {
    await client.call(tool, { element_id: seven, ...args });
  }
  await client.call('get_element_details', { ids: [seven] });
  await client.open('Settings', 'recycler_view');
  await client.call('get_screen_state', { include_screenshot: 'true' });
  await client.call('click_element', { element_id: await client.id('Network & internet') });
  await client.call('wait_for_element', { by: 'text', value: 'airplane', timeout: 20_000 });
  await client.call('get_screen_state');
  client.phone.faults.apply({ kind: 'secure' });
  await client.call('get_screen_state', { include_screenshot: true });
  client.phone.faults.clear();
}

async function textEntry(client: RecordingClient): Promise<void> {
  await client.open('Login', 'username');
  await client.call('input_text', { text: 'x' });
  await client.call('clear_text');
  await client.call('press_key', { key: 'DEL' });
  await client.call('click_element', { element_id: await client.id('passkey') });
  const field = await client.id('username');
  await client.call('input_text', { element_id: field, text: 'a b' });
  await client.call('input_text', { text: '%s é😀' });
  await client.call('set_text', { element_id: field, text: 'Zoë' });
  await client.call('set_text', { element_id: field, text: 'x'.repeat(60) });
  await client.call('get_screen_state');
  await client.call('press_key', { key: 'space' });
  await client.call('clear_text');
  await client.call('set_text', { element_id: await client.id('password'), text: 'secret123' });
  await client.call('find_elements', { by: 'class_name', value: 'EditText' });
  await client.call('get_element_details', { ids: [await client.id('password')] });
  await client.call('click_element', { element_id: await client.id('remember') });
  await client.call('press_key', { key: 'BACK' });
  await client.call('get_clipboard');
  await client.call('set_clipboard', { text: 'kept' });
  await client.call('get_clipboard');
  await client.call('set_text', { element_id: await client.id('sign_in'), text: 'x' });
}

async function lists(client: RecordingClient): Promise<void> {
  await client.open('Contacts', 'android:id/list');
  await client.call('get_screen_state');
  const ada = await client.id('Ada Allen');
  await client.call('find_elements', { by: 'text', value: 'ada b' });
  await client.call('find_elements', { by: 'text', value: 'Ada Allen', exact_match: true });
  await client.call('find_elements', { by: 'text', value: 'nobody of that name' });
  await client.call('find_elements', { by: 'content_desc', value: 'search' });
  await client.call('scroll_to_element', { element_id: ada });
  await client.call('click_element', { element_id: await client.id('Contacts') });
  await client.call('scroll', { direction: 'left' });
  await client.call('scroll', { direction: 'down', amount: 'large' });
  await client.call('scroll', { direction: 'down', amount: 'large' });
  await client.call('click_element', { element_id: ada });
  await client.call('get_element_details', { ids: [ada] });
  await client.call('scroll_to_element', { element_id: ada });
  await client.call('scroll', { direction: 'up' });
  await client.call('long_click_element', { element_id: ada });
  await client.call('click_element', { element_id: await client.id('Ada Berners-Lee') });
  await client.call('get_screen_state');
}

async function fingers(client: RecordingClient): Promise<void> {
  await client.open('Maps', 'scale');
  await client.call('double_tap', { x: 300, y: 1500 });
  await client.call('long_press', { x: 300, y: 1500, duration: 800 });
  await client.call('find_elements', { by: 'content_desc', value: 'Dropped pin' });
  await client.call('tap', { x: 300, y: 700 });
  await client.call('swipe', { x1: 500, y1: 1500, x2: 500, y2: 1000 });
  await client.call('pinch', { center_x: 540, center_y: 1200, scale: 1 });
  await client.call('pinch', { center_x: 540, center_y: 1200, scale: 1.5 });
  await client.call('pinch', { center_x: 540, center_y: 1200, scale: 40 });
  await client.call('pinch', { center_x: 2, center_y: 2, scale: 2 });
  await client.open('Paint', 'canvas');
  const line = (x: number) => [0, 150, 400].map((time) => ({ x, y: 700 + time, time }));
  await client.call('custom_gesture', { paths: [line(300), line(700)] });
  await client.call('find_elements', { by: 'text', value: 'Stroke 1' });
}

async function system(client: RecordingClient): Promise<void> {
  const { log } = client.phone.framework;
  for (const [level, message] of [
    ['D', 'one'],
    ['W', 'two'],
    ['E', 'three'],
  ] as const) {
    log.write({ pid: 1, level, tag: 'Recorded', message });
  }
  await client.call('get_device_logs', { tag: 'Recorded' });
  await client.call('get_device_logs', { tag: 'Recorded', level: 'W', last_lines: 1 });
  await client.call('get_device_logs', { tag: 'Recorded', since: '2099-01-01T00:00:00' });
  await client.call('open_notifications');
  await client.call('open_quick_settings', { dummy: true });
  await client.call('find_elements', { by: 'text', value: 'Airplane' });
  await client.call('press_back');
  await client.call('press_recents');
  await client.call('press_home');
  await client.call('press_key', { key: 'Home' });
  await client.call('wait_for_element', { by: 'text', value: 'Calculator', timeout: 10_000 });
  await client.call('wait_for_element', { by: 'text', value: 'never there', timeout: 3000 });
  await client.call('wait_for_idle', { timeout: 20_000 });
  client.phone.framework.sleep();
  await client.call('get_screen_state');
}
