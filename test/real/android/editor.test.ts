import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEditor } from '../../../packages/android/src/screen/editor.ts';
import { takesLineBreaks } from '../../../packages/android/src/screen/editable.ts';
import { phoneShell } from '../../../packages/virtual-phone/test/commands/phone-shell.ts';
import { forms } from './forms.ts';
import { shapes } from '@handeye/virtual-phone';

/** As InputMethodManager.doDump and EditorInfo.dump print it on Android 9. */
const client = (view: string, editor: string) => `Current Input Method Manager state:
  mCurMethodId=com.example.keys/.Keys
 
Input method client state for android.view.inputmethod.InputMethodManager@a1b2c3:
  mServedView=${view}
  mNextServedView=${view}
  mServedConnecting=false
  mCurrentTextBoxAttribute:
${editor}  mServedInputConnectionWrapper=ControlledInputConnectionWrapper{connection=x@1 finished=false}
  mCursorRect=Rect(1, 2 - 3, 4)
  mCursorSelStart=7 mCursorSelEnd=7 mCursorCandStart=-1 mCursorCandEnd=-1
 
Input method service state for com.example.keys.Keys@d4:
  mInputEditorInfo:
    inputType=0x1 imeOptions=0x6 privateImeOptions=null
`;

const editor = (hint: string) => `    inputType=0x2c001 imeOptions=0x40000006 privateImeOptions=null
    actionLabel=null actionId=0
    initialSelStart=0 initialSelEnd=0 initialCapsMode=0x0
    hintText=${hint} label=null
    packageName=com.example.notes fieldId=2131361841 fieldName=null
    extras=null
`;

test('the focused field is read: its view, its type, its hint and where the cursor is', () => {
  const view = 'com.example.ui.NoteField{2fb1a3c VFED..CL. .F....ID 0,48-480,96 #7f0a0031 app:id/body}';
  assert.deepEqual(parseEditor(client(view, editor('Write here'))), {
    view: 'com.example.ui.NoteField{2fb1a3c}',
    name: 'body',
    app: 'com.example.notes',
    inputType: 0x2c001,
    hint: 'Write here',
    connection: 'x@1',
    cursor: 7,
  });
  assert.equal(
    parseEditor(client(view, editor('two\n    inputType=0x1 lines')))?.hint,
    'two\n    inputType=0x1 lines',
  );
  assert.equal(parseEditor(client(view, editor('null')))?.hint, undefined);
});

test('of two applications the one whose window has the focus counts', () => {
  const other = client('android.widget.EditText{aa V.ED..CL .F...... 0,0-1,1}', editor('old'));
  const warned = `${other}Warning: Current input method client doesn't match the last focused. window.\n${client(
    'android.widget.EditText{bb V.ED..CL .F...... 0,0-1,1 #1020003 android:id/edit}',
    editor('new').replace('0x2c001', '0x1'),
  )}`;
  assert.deepEqual(
    [parseEditor(warned)?.view, parseEditor(warned)?.name, parseEditor(warned)?.inputType],
    ['android.widget.EditText{bb}', 'edit', 1],
  );
});

test('where nobody edits anything, nothing is known', () => {
  assert.equal(parseEditor(''), undefined);
  assert.equal(parseEditor('Current Input Method Manager state:\n \nNo input method client.\n'), undefined);
  assert.equal(parseEditor(client('null', editor('x'))), undefined);
  const none = client('DecorView@12[Main]', '').replace('TextBoxAttribute:', 'TextBoxAttribute: null');
  assert.equal(parseEditor(none), undefined);
});

test('Enter begins a new line only in a text of several lines that is no address or subject', () => {
  const types = {
    note: 0x20001,
    sentences: 0x2c001,
    message: 0x20041,
    wrapsOnlyInKeyboard: 0x40001,
    line: 0x1,
  };
  assert.deepEqual(
    Object.entries(types).map(([name, type]) => [name, takesLineBreaks(type)]),
    [
      ['note', true],
      ['sentences', true],
      ['message', true],
      ['wrapsOnlyInKeyboard', false],
      ['line', false],
    ],
  );
  for (const type of [0x20021, 0x20031, 0x81, 0x2, 0x20002, 0]) assert.equal(takesLineBreaks(type), false);
});

for (const release of [5, 9, 12, 14] as const) {
  test(`the virtual Android ${release} prints the focused field as the real one does`, async (t) => {
    const shape = { ...shapes[release], keyboard: true };
    const { phone, run } = await phoneShell(t, { release, shape, apps: [forms] });
    phone.framework.start({ component: 'test.forms/.Main' });
    const told = async () => parseEditor((await run('dumpsys input_method')).out);
    assert.equal(await told(), undefined, 'no field has the focus yet');
    for (const code of [61, 61, 61]) phone.framework.key(code);
    phone.framework.commitText('ab');
    const body = await told();
    assert.deepEqual(
      [body?.name, body?.app, body?.inputType, body?.hint, body?.cursor],
      ['body', 'test.forms', 0x20001, 'Body', 2],
    );
    assert.match(
      (await run('dumpsys activity top')).out,
      new RegExp(`${body?.view.replace(/[{}]/g, '.').slice(0, -1)}`),
    );
    phone.framework.key(66);
    assert.deepEqual(await told(), { ...body, cursor: 3 });
    phone.framework.key(61);
    phone.framework.key(61);
    assert.notEqual((await told())?.connection, body?.connection);
  });
}
