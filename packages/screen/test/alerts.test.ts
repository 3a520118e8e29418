import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appAlertIn } from '../src/alerts.ts';
import { createIdentity } from '../src/identity/identity.ts';
import type { UiNode } from '../src/node.ts';
import type { UiWindow } from '../src/snapshot.ts';
import { box, button, calculator, full, node, viewOf, windowOf } from '@handeye/testing/screens';

const line = (id: string, text: string) =>
  node('TextView', box(100, 900, 980, 1000), { resourceId: `android:id/${id}`, text });
const choice = (id: string, text: string) =>
  button(text, box(100, 1100, 980, 1200), { resourceId: `android:id/${id}` });

function alertOf(children: readonly UiNode[], parts: Partial<UiWindow> = {}) {
  const root = node('FrameLayout', full, { children });
  const dialog = windowOf(root, { key: 'alert', type: 'system', app: 'android', title: undefined, ...parts });
  const behind = calculator().windows.map((window) => ({ ...window, active: false }));
  const snapshot = createIdentity().identify(viewOf(undefined, { windows: [dialog, ...behind] }));
  const alert = appAlertIn(snapshot);
  return alert && [alert.kind, alert.text];
}

test('a crash is known by its buttons, in any language', () => {
  assert.deepEqual(
    alertOf([line('alertTitle', 'Rechner wird wiederholt beendet'), choice('aerr_close', 'App schließen')]),
    ['crash', 'Rechner wird wiederholt beendet'],
  );
});

test('an application that hangs is known by the button to wait', () => {
  const children = [
    line('alertTitle', 'Rechner reagiert nicht'),
    choice('aerr_close', 'App schließen'),
    choice('aerr_wait', 'Warten'),
  ];
  assert.deepEqual(alertOf(children), ['not responding', 'Rechner reagiert nicht']);
});

test('before Android 7 both are ordinary alerts, and the name of the window distinguishes them', () => {
  const children = [line('message', 'Leider wurde Rechner beendet.'), choice('button1', 'OK')];
  const crash = alertOf(children, { title: 'Application Error: com.example.calculator' });
  assert.deepEqual(crash, ['crash', 'Leider wurde Rechner beendet.']);
  const hangs = alertOf(children, { title: 'Application Not Responding: com.example.calculator' });
  assert.equal(hangs?.[0], 'not responding');
  assert.equal(alertOf(children), undefined, 'any other alert of the system');
});

test('an application cannot pretend that another one crashed', () => {
  const children = [line('alertTitle', 'Bank has stopped'), choice('aerr_close', 'Close app')];
  const title = 'Application Error: com.example.bank';
  assert.equal(alertOf(children, { app: 'com.example.app', title }), undefined);
});

test('a screen without such a dialog has none', () => {
  assert.equal(appAlertIn(createIdentity().identify(calculator())), undefined);
});
