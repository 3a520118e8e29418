import assert from 'node:assert/strict';
import test from 'node:test';
import { helperOnPhone } from './helper-on-phone.ts';

const LOGIN = 'com.example.login/.LoginActivity';

test(
  'a pattern that would take hours is refused soon, and the server goes on',
  { timeout: 60_000 },
  async (t) => {
    const { find, request, post } = await helperOnPhone(t, { open: LOGIN });
    const field = await find('class name', 'android.widget.EditText');
    await post(`/element/${field}/value`, { text: `${'a'.repeat(40)}!` });
    for (const pattern of ['(a+)+b', '(a|a)*b', '(']) {
      const { status, value } = await request('POST', '/session/:/element', {
        strategy: '-android uiautomator',
        selector: `new UiSelector().textMatches("${pattern}")`,
      });
      assert.equal(status, 400, pattern);
      assert.equal((value as { error: string }).error, 'invalid selector', pattern);
      assert.doesNotMatch(JSON.stringify(value), /ToolError|SyntaxError|RangeError/);
    }
    const filters = { packageName: `${'*'.repeat(2000)}#` };
    const windows = await request('POST', '/session/:/appium/list_windows', { filters });
    assert.equal(windows.status, 400);
    assert.equal(await find('class name', 'android.widget.EditText'), field);
  },
);
