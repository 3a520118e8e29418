import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Kind } from '@handeye/core/guard/act';
import { kindNames } from '@handeye/core/guard/act';
import { onATier, house } from './house.ts';
import { PASSWORD } from '@handeye/testing/canary';

/** Refuses every kind, and names it. */
const rules = kindNames.map(
  (kind) => ({ when: { kind }, then: 'deny', why: `It is ${kind}.`, from: kind }) as const,
);
const policy = { rules };
const because = (kind: Kind) => new RegExp(`It is ${kind}\\.`);

// At once: nearly all of the time is spent waiting for the phone.
describe('the kinds of writes', { concurrency: 4 }, () => {
  onATier('plain', 'signing in is recognised by what is typed, clicked and touched', async (t, tier) => {
    const { agent } = await house(t, { policy, tier });
    await agent.clicks('Login');
    await agent.sees('Sign in');
    const [name, secret, signIn] = [
      await agent.row('username'),
      await agent.row('password'),
      await agent.row('Sign in'),
    ];
    await agent.does('set_text', { element_id: name.id, text: 'ada' });
    assert.match(
      await agent.fails('set_text', { element_id: secret.id, text: PASSWORD }, 'permission_denied'),
      because('sign-in'),
    );
    assert.match(
      await agent.fails('click_element', { element_id: signIn.id }, 'permission_denied'),
      because('sign-in'),
    );
    const { bounds } = signIn;
    const at = {
      x: Math.floor((bounds.left + bounds.right) / 2),
      y: Math.floor((bounds.top + bounds.bottom) / 2),
    };
    assert.match(await agent.fails('tap', at, 'permission_denied'), because('sign-in'));
  });

  onATier(
    'companion',
    'a message is sent by its button and by ENTER; writing it is free',
    async (t, tier) => {
      const { agent } = await house(t, { policy, tier });
      await agent.clicks('Messages');
      await agent.sees('Mina');
      await agent.clicks('Mina');
      await agent.sees('Send message', 'content_desc');
      await agent.does('input_text', {
        text: 'On my way',
        element_id: (await agent.row('compose_message_text')).id,
      });
      const send = await agent.row('Send message');
      assert.match(
        await agent.fails('click_element', { element_id: send.id }, 'permission_denied'),
        because('send'),
      );
      assert.match(await agent.fails('press_key', { key: 'ENTER' }, 'permission_denied'), because('send'));
      await agent.does('press_key', { key: 'DEL' });
    },
  );

  onATier('plain', 'ordinary use of the phone is nothing of all that', async (t, tier) => {
    const { agent } = await house(t, { policy, tier });
    await agent.clicks('Calculator');
    await agent.sees('7');
    for (const key of ['7', '8', 'delete', '=']) await agent.clicks(key);
    await agent.does('press_home');
    await agent.clicks('Settings');
    await agent.sees('Display');
    await agent.clicks('Display');
    await agent.sees('Dark theme');
    await agent.clicks('Dark theme');
  });
});
