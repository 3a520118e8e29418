import assert from 'node:assert/strict';
import { house, onATier } from './house.ts';

const numberIn = (text: string) => {
  const [number] = /\bs[0-9a-f]{3,}\b/.exec(text) ?? [];
  assert.ok(number, text);
  return number;
};

onATier('plain', 'a switch that was toggled is one line since the look before it', async (t, tier) => {
  const { agent } = await house(t, { tier, screen: 'lean' });
  await agent.does('press_home');
  const open = async (label: string) => {
    await agent.does('wait_for_element', { by: 'text', value: label, timeout: 10_000 });
    const line = (await agent.state()).split('\n').find((one) => one.includes(` ${label}`));
    const [, id] = /^ *(\d+) /.exec(line ?? '') ?? [];
    assert.ok(id, label);
    await agent.does('click_element', { element_id: id });
    return id;
  };
  await open('Settings');
  await open('Network');
  await agent.does('wait_for_element', { by: 'text', value: 'Airplane mode', timeout: 10_000 });
  await agent.does('wait_for_idle', { timeout: 5_000 });
  const since = numberIn(await agent.state());
  assert.equal(await agent.does('get_screen_state', { since }), `unchanged since ${since}`);
  const id = await open('Airplane mode');
  await agent.does('wait_for_idle', { timeout: 5_000 });
  const changes = await agent.does('get_screen_state', { since });
  assert.match(changes, new RegExp(`^~ ${id} \\[on\\] Airplane mode.* \\(was off.*\\)$`, 'm'));
  const state = changes.split('\n').at(-1);
  assert.equal(state, numberIn(state ?? ''));
  assert.equal(await agent.does('get_screen_state', { since: state }), `unchanged since ${state}`);
});
