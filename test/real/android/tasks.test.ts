import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Agent, house, onATier, type Photo } from './house.ts';

/** The common properties of every picture of an Android 14 screen: the right size, and some content. */
function isPicture(photo: Photo): void {
  assert.equal(photo.size, '315x700');
  assert.match(photo.state, /^screen:1080x2400 density:420 orientation:portrait$/m);
}

/** The content of the field with that id. */
async function content(agent: Agent, field: string): Promise<string> {
  const { id } = await agent.row(field);
  const [, details = ''] = (await agent.does('get_element_details', { ids: [id] })).split('\n');
  return details.split('\t')[1] ?? '';
}

// At once: nearly all of the time is spent waiting for the phone.
describe('whole tasks', { concurrency: 4 }, () => {
  onATier(
    'plain',
    'an agent opens the calculator on a phone with its real patience, computes 7 + 3 and reads 10',
    async (t, tier) => {
      const { agent, phone } = await house(t, { tier, idleWaitMs: 1000 });
      await agent.does('press_home');
      await agent.clicks('Calculator');
      for (const key of ['7', 'plus', '3', 'equals']) await agent.clicks(key);
      const photo = await agent.picture();
      assert.match(photo.state, /^app:com\.android\.calculator2 activity:\.Calculator$/m);
      assert.equal(photo.row('formula').text, '10');
      assert.equal(phone.framework.resumedActivity()?.package, 'com.android.calculator2');
      isPicture(photo);
      assert.ok(photo.share('#6750a4', photo.row('equals').bounds) > 0.5, 'the = key is purple');
      assert.ok(photo.share('#6750a4', photo.row('7').bounds) < 0.05, 'the 7 is not');
    },
  );

  onATier(
    'companion',
    'an agent writes a note full of special characters, leaves, comes back and reads it',
    async (t, tier) => {
      const { agent, phone } = await house(t, { tier });
      const title = `It's "50 %s" & $HOME; #1`;
      const body = 'a  b\t?*[x] \\n `id` $(reboot)\n> /sdcard/x | cat <(ls) && {1,2} ~ ! ^ %%s 100%';
      await agent.clicks('Notes');
      await agent.clicks('New note');
      await agent.sees('edit_title', 'resource_id');
      const { id: titleField } = await agent.row('edit_title');
      assert.equal(
        await agent.does('input_text', { element_id: titleField, text: title }),
        `Text input completed (${title.length} characters)`,
      );
      const { id: bodyField } = await agent.row('edit_body');
      // A tab moves to the next field over plain ADB, so the text goes without it there.
      const typed = tier === 'plain' ? body.replace('\t', ' ') : body;
      assert.equal(
        await agent.does('set_text', { element_id: bodyField, text: typed }),
        `Text set on element '${bodyField}'`,
      );
      assert.equal(await content(agent, 'edit_title'), title);
      await agent.does('press_back'); // the keyboard
      await agent.does('press_back');
      await agent.does('press_home');
      await agent.clicks('Notes');
      const photo = await agent.picture();
      assert.equal(photo.row('note_title').text, title);
      isPicture(photo);
      assert.ok(
        photo.share('#eaddff', photo.row('New note').bounds) > 0.5,
        'the floating button is light purple',
      );
      await agent.clicks(title);
      await agent.sees('edit_body', 'resource_id');
      assert.equal(await content(agent, 'edit_title'), title);
      assert.equal(await content(agent, 'edit_body'), typed.replace(/[\n\t]/g, ' '));
      const kept = phone.framework.windows().flatMap((window) => textsOf(window.root()));
      assert.ok(kept.includes(typed), 'every character reached the phone, the line break too');
    },
  );

  test('with the companion an agent writes a note in any script, leaves, comes back and reads it', async (t) => {
    const { agent, phone } = await house(t, { tier: 'companion' });
    const title = 'Жёлтый 🎉👩🏽‍🚀';
    const body = '你好,世界\nمرحبا שלום — ไทย';
    await agent.clicks('Notes');
    await agent.clicks('New note');
    await agent.sees('edit_title', 'resource_id');
    const blank = await agent.picture();
    for (const [field, text] of [
      ['edit_title', title],
      ['edit_body', body],
    ] as const) {
      const { id } = await agent.row(field);
      assert.equal(await agent.does('set_text', { element_id: id, text }), `Text set on element '${id}'`);
    }
    const written = await agent.picture();
    const { bounds } = written.row('edit_body');
    const ink = (photo: Photo) => 1 - photo.share('#fffbfe', { ...bounds, bottom: bounds.top + 200 });
    assert.ok(ink(written) > ink(blank) + 0.005, `there is more ink: ${ink(written)}, before ${ink(blank)}`);
    await agent.does('press_back');
    await agent.sees(title);
    await agent.clicks(title);
    await agent.sees('edit_body', 'resource_id');
    assert.equal(await content(agent, 'edit_body'), body.replace('\n', ' '));
    assert.ok(
      phone.framework
        .windows()
        .flatMap((window) => textsOf(window.root()))
        .includes(body),
    );
  });

  onATier('plain', 'an agent turns auto-rotate off, and the system follows', async (t, tier) => {
    const { agent, phone } = await house(t, { tier });
    phone.framework.settings.put('system', 'accelerometer_rotation', '1');
    await agent.clicks('Settings');
    await agent.clicks('Display');
    await agent.sees('Auto-rotate screen');
    const before = await agent.picture();
    await agent.clicks('Auto-rotate screen');
    assert.equal(phone.framework.settings.get('system', 'accelerometer_rotation'), '0');
    const after = await agent.picture();
    isPicture(after);
    const { bounds } = after.row('Auto-rotate screen');
    const line = { ...bounds, left: 0, right: 1080 };
    assert.ok(
      before.share('#6750a4', line) > after.share('#6750a4', line) + 0.01,
      'the switch lost its colour',
    );
    phone.framework.hold(1);
    assert.match(await agent.state(), /orientation:portrait/, 'the screen does not follow the hand any more');
  });

  onATier('companion', 'an agent pinches the map and reads its scale', async (t, tier) => {
    const { agent } = await house(t, { tier });
    await agent.clicks('Maps');
    await agent.sees('Scale 1.00');
    assert.equal(
      await agent.does('pinch', { center_x: 540, center_y: 1200, scale: 2 }),
      'Pinch (zoom in) executed at (540, 1200) with scale 2.0 over 300ms',
    );
    const photo = await agent.picture();
    const [, scale] = /^Scale (\d+\.\d+)$/.exec(photo.row('scale').text) ?? [];
    assert.ok(Number(scale) > 1.8 && Number(scale) < 2.2, `the map's scale is ${scale}`);
    isPicture(photo);
    assert.ok(photo.share('#fffbfe', photo.row('scale').bounds) > 0.4, 'the scale stands on a light panel');
    await agent.does('pinch', { center_x: 540, center_y: 1200, scale: 0.5 });
    await agent.sees('Scale 1.');
  });

  onATier('plain', 'an agent signs in, and the password is in no answer and no log', async (t, tier) => {
    const { agent, phone, log } = await house(t, { tier });
    await agent.clicks('Login');
    await agent.sees('username', 'resource_id');
    await agent.does('set_text', { element_id: (await agent.row('username')).id, text: 'demo' });
    // The form itself shows the password of its demo account: the agent's answers from here on must not.
    const secret = 'other-secret9';
    const { id } = await agent.row('password');
    const heardBefore = agent.heard.length;
    assert.equal(
      await agent.does('set_text', { element_id: id, text: secret }),
      `Text set on element '${id}'. This is a password field: its content cannot be read back, so the entry is not verified`,
    );
    const photo = await agent.picture();
    assert.equal(photo.row('password').text, '•••');
    assert.match(await agent.does('get_element_details', { ids: [id] }), /\n\S+\t•••\t-$/);
    await agent.asks('find_elements', { by: 'text', value: secret });
    await agent.asks('get_device_logs', { last_lines: 1000, level: 'V' });
    for (const heard of [...agent.heard.slice(heardBefore), ...log])
      assert.ok(!heard.includes(secret), heard);
    await agent.does('set_text', { element_id: id, text: 'secret123' });
    await agent.does('click_element', { element_id: id });
    await agent.does('press_key', { key: 'ENTER' });
    await agent.sees('Welcome, demo!');
    const welcome = await agent.picture();
    isPicture(welcome);
    assert.ok(
      welcome.share('#eaddff', welcome.row('Sign out').bounds) > 0.5,
      'the way out is a tonal button',
    );
    assert.equal(phone.framework.resumedActivity()?.short, '.WelcomeActivity');
    assert.ok(log.length > 0);
    for (const line of log) assert.doesNotMatch(line, /secret123|demo/);
  });

  onATier('companion', 'an agent sends a message, waits for the reply and reads it', async (t, tier) => {
    const { agent } = await house(t, { tier });
    await agent.clicks('Messages');
    await agent.clicks('Landlady');
    await agent.sees('compose_message_text', 'resource_id');
    await agent.does('input_text', {
      element_id: (await agent.row('compose_message_text')).id,
      text: 'Hello!',
    });
    await agent.clicks('Send message');
    const reply = await agent.asks<{ found: boolean; attempts: number; element: { text: string } }>(
      'wait_for_element',
      {
        by: 'text',
        value: 'good to hear',
        timeout: 20_000,
      },
    );
    assert.equal(reply.element.text, 'Hi! Good to hear from you.');
    const photo = await agent.picture();
    assert.equal(photo.row('Hello!').resourceId, 'com.android.messaging:id/message_text');
    isPicture(photo);
    const mine = photo.row('Hello!').bounds;
    const theirs = photo.row('Hi! Good to hear from you.').bounds;
    assert.ok(mine.left > theirs.right || mine.left > 540, 'what I say stands on the right');
    assert.ok(photo.share('#eaddff', mine) > 0.35 && photo.share('#f3edf7', theirs) > 0.4);
  });

  onATier('plain', 'an agent finds a contact by searching, and opens it', async (t, tier) => {
    const { agent, phone } = await house(t, { tier });
    await agent.clicks('Contacts');
    await agent.sees('android:id/list', 'resource_id');
    const search = (await agent.rows()).find(({ flags }) => flags.includes('e'));
    await agent.does('input_text', { element_id: search?.id ?? '', text: 'grace hop' });
    await agent.sees('Grace Hopper');
    await agent.clicks('Grace Hopper');
    await agent.sees('Add to favorites', 'content_desc');
    const photo = await agent.picture();
    assert.equal(photo.row('large_title').text, 'Grace Hopper');
    assert.equal(phone.framework.resumedActivity()?.short, '.quickcontact.QuickContactActivity');
    isPicture(photo);
    const { top } = photo.row('large_title').bounds;
    const above = { left: 440, top: top - 200, right: 640, bottom: top - 100 };
    assert.ok(photo.share('#fffbfe', above) < 0.5, 'a large round letter stands above the name');
  });

  onATier(
    'companion',
    'an agent opens the notifications and, by one of them, the chat it came from',
    async (t, tier) => {
      const { agent, phone } = await house(t, { tier });
      phone.framework.notifications.post({
        package: 'com.android.messaging',
        id: 7,
        title: 'Mina',
        text: 'The ladder, please!',
        time: phone.framework.clock.now(),
        intent: {
          component: 'com.android.messaging/.ui.conversation.ConversationActivity',
          extras: { number: '+1 555-0101' },
        },
      });
      assert.equal(await agent.does('open_notifications'), 'Open notifications executed successfully');
      const photo = await agent.picture();
      assert.match(photo.state, /^app:com\.android\.systemui activity:unknown$/m);
      assert.equal(photo.row('android:id/text'.replace('android:id/', '')).text, 'The ladder, please!');
      isPicture(photo);
      assert.ok(
        photo.share('#6750a4', photo.row('Internet, On').bounds) > 0.4,
        'the tile of what is on is purple',
      );
      await agent.clicks('The ladder, please!');
      await agent.sees('compose_message_text', 'resource_id');
      assert.match(
        await agent.state(),
        /^app:com\.android\.messaging activity:\.ui\.conversation\.ConversationActivity$/m,
      );
      assert.equal(phone.framework.shade, 'closed');
    },
  );

  onATier(
    'plain',
    'an agent reads the log of an application that it has just started, and only that',
    async (t, tier) => {
      const { agent } = await house(t, { tier });
      await agent.clicks('Login');
      await agent.sees('username', 'resource_id');
      await agent.does('set_text', { element_id: (await agent.row('username')).id, text: 'someone' });
      const { id } = await agent.row('password');
      await agent.does('set_text', { element_id: id, text: 'long enough' });
      await agent.does('click_element', { element_id: id });
      await agent.does('press_key', { key: 'ENTER' });
      await agent.sees('Wrong user name or password');
      const photo = await agent.picture();
      isPicture(photo);
      assert.ok(photo.share('#6750a4', photo.row('sign_in').bounds) > 0.5, 'the button can be pressed again');
      const query = { package_name: 'com.example.login', level: 'D' };
      const { logs, line_count } = await agent.asks<{ logs: string; line_count: number }>(
        'get_device_logs',
        query,
      );
      assert.match(logs, /^\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} D\/\S+: asking the server about someone$/m);
      assert.equal(line_count, logs.split('\n').length);
      const none = await agent.asks('get_device_logs', { package_name: 'com.example.maps' });
      assert.deepEqual(none, { logs: '', line_count: 0, truncated: false });
    },
  );
});

interface TextNode {
  readonly text: string;
  readonly children: readonly TextNode[];
}

function textsOf(node: TextNode | null): string[] {
  return node === null ? [] : [node.text, ...node.children.flatMap(textsOf)];
}
