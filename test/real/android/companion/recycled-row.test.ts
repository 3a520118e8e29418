import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VirtualPhone } from '@handeye/virtual-phone';
import { servedPhone } from '../served-phone.ts';
import { watchRequests } from './watch-requests.ts';

/** The row of a list has no text of its own, and its view shows another row as soon as the list moves. */

type WindowRoot = NonNullable<ReturnType<ReturnType<VirtualPhone['framework']['windows']>[number]['root']>>;

function* nodesIn(node: WindowRoot): Generator<WindowRoot> {
  yield node;
  for (const child of node.children) yield* nodesIn(child);
}

/** Searches in Contacts: at once, the views of the rows show other people. */
function search({ framework }: VirtualPhone, text: string): void {
  const window = framework.windows().find(({ active }) => active);
  const root = window?.root();
  const field = root && [...nodesIn(root)].find((node) => node.field !== undefined);
  assert.ok(window && field);
  assert.ok(framework.serviceActions.perform(window.id, field.path, { action: 'setText', text }));
}

for (const release of [5, 14] as const) {
  test(`Android ${release}: a click on a row says which name the row must still show`, async (t) => {
    const tools = await servedPhone(t, { release, tier: 'companion' });
    await tools.opens('Contacts', 'android:id/list');
    const name = tools.phone.framework
      .windows()
      .flatMap((window) => [...nodesIn(window.root() ?? assert.fail())])
      .find(({ resourceId }) => resourceId.endsWith('cliv_name_textview'));
    assert.ok(name);
    const requests: Readonly<Record<string, unknown>>[] = [];
    watchRequests(t, (method, request) => {
      if (method === 'act') requests.push(request);
      return undefined;
    });
    await tools.text('click_element', { element_id: await tools.idOf(name.text) });
    const [click, ...others] = requests;
    assert.deepEqual(others, []);
    assert.deepEqual(click?.expect, { c: 'android.view.ViewGroup' });
    const label = { c: name.class, t: name.text, r: name.resourceId };
    const [{ h, ...seen } = {}, ...more] = click.with as Record<string, unknown>[];
    assert.ok(Number(h) > Number(click.h));
    assert.deepEqual([seen, more], [label, []]);
  });

  test(`Android ${release}: a row that shows another person when it is to be clicked is not clicked`, async (t) => {
    const tools = await servedPhone(t, { release, tier: 'companion' });
    await tools.opens('Contacts', 'android:id/list');
    const row = await tools.idOf('cliv_name_textview');
    let isMoved = false;
    watchRequests(t, (method) => {
      if (method === 'act' && !isMoved) {
        isMoved = true;
        search(tools.phone, 'z');
      }
      return undefined;
    });
    assert.equal(
      await tools.fails('click_element', { element_id: row }, 'element_not_found'),
      'The element changed while it was to be used, so nothing was done. Look at the screen again.',
    );
    assert.ok(isMoved);
    const state = await tools.text('get_screen_state');
    assert.match(state, /android:id\/list/, 'no card was opened');
    await tools.text('click_element', { element_id: await tools.idOf('cliv_name_textview') });
  });
}
