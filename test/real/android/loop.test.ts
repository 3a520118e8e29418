import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Agent, house } from './house.ts';

/** The texts of the latest answer, an item each. */
function items(agent: Agent): string[] {
  const { content } = JSON.parse(agent.heard.at(-1) ?? '') as { content: { text?: string }[] }; // as the client got it
  return content.map(({ text = '' }) => text);
}

function idOf(state: string, ending: string): string {
  const line = state.split('\n').find((one) => one.endsWith(ending));
  assert.ok(line, `no line ends with ${ending}: ${state}`);
  return /\d+/.exec(line)?.[0] ?? '';
}

const open = (app: string) => ({ tool: 'open_app', arguments: { app } });
const click = (target: string) => ({ tool: 'click_element', arguments: { element_id: target } });
const write = (target: string, text: string) => ({
  tool: 'set_text',
  arguments: { element_id: target, text },
});

// At once: nearly all of the time is spent waiting for the phone.
describe("an agent's loop on the companion", { concurrency: 4 }, () => {
  test('an act that signs in is answered when it is done', async (t) => {
    const { agent } = await house(t, { tier: 'companion', screen: 'lean' });
    const steps = [open('Login'), write('res:username', 'demo'), write('res:password', 'secret123')];
    await agent.does('run_steps', { steps });
    await agent.does('click_element', { element_id: 'res:sign_in' });
    assert.match(items(agent)[1] ?? '', /\nnow: .*\.WelcomeActivity\n(?:.*\n)*- Welcome, demo!/);
  });

  test('progress that an act began is not its end', async (t) => {
    const { agent } = await house(t, { tier: 'companion', screen: 'lean' });
    await agent.does('open_app', { app: 'Downloads' });
    await agent.does('click_element', { element_id: 'desc:Start garden-timelapse.mp4' });
    assert.match(items(agent)[1] ?? '', /\[progress \d+%\](?:.*\n)*still loading\ns/);
  });

  test('a scroll waits for the page that the step before opens, and several steps read', async (t) => {
    const { agent } = await house(t, { tier: 'companion', screen: 'lean' });
    const find = (value: string) => ({ tool: 'find_elements', arguments: { value } });
    const steps = [
      open('Settings'),
      click('text:Network & internet'),
      find('Airplane mode'),
      { tool: 'press_back' },
      { tool: 'scroll', arguments: { direction: 'down' } },
      find('About phone'),
    ];
    await agent.does('run_steps', { steps });
    const [lines, airplane, about, more] = items(agent);
    assert.equal(lines, '1-4 ok\n5 ok: moved\n6 ok');
    assert.match(airplane ?? '', /^3 \d+ \[off\] Airplane mode/);
    assert.match(about ?? '', /^6 \d+ .*About phone/);
    assert.equal(more, undefined);
  });

  test('what became of a card of Recents is one truth, in each answer', async (t) => {
    const { agent } = await house(t, { tier: 'companion', screen: 'lean' });
    const apps = ['Maps', 'Paint', 'Contacts', 'Notes', 'Reader', 'Settings'].map(open);
    await agent.does('run_steps', { steps: [...apps, { tool: 'press_recents' }] });
    const before = await agent.state();
    await agent.does('click_element', { element_id: idOf(before, ' Dismiss Settings.') });
    const removed = idOf(before, ' Settings');
    const why = await agent.fails('click_element', { element_id: removed }, 'element_not_found');
    assert.match(why, /is gone from its list: it was removed, or the list has moved/);
    await agent.does('run_steps', { steps: [click('text:Notes'), { tool: 'press_recents' }] });
    const now = await agent.state();
    const [was, is] = [before, now].map((state) => idOf(state, ' Reader'));
    if (was !== is) {
      const said = await agent.fails('click_element', { element_id: was }, 'element_not_found');
      assert.ok(said.endsWith(`in its place: ${is} (Reader)`), said);
    }
    await agent.does('press_home');
    const left = await agent.does('get_element_details', { ids: [is] });
    assert.match(left, /not_found: \d+ \(Reader\) was in com\.android\.systemui, which was left/);
  });
});
