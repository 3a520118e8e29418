import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { ScriptError } from '../../src/script/sandbox.ts';
import { Scripts } from '../../src/script/scripts.ts';

/** Why a script failed. */
async function failureOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (cause) {
    assert.ok(cause instanceof ScriptError, String(cause));
    return cause.message;
  }
  return 'it worked';
}

test('a text keeps what is no script and gets the values of the rest', async () => {
  const scripts = new Scripts({ env: { NAME: 'Anna', N: '7' } });
  const cases: readonly [string, string][] = [
    ['plain $5 {x}', 'plain $5 {x}'],
    ['Hi ${NAME}!', 'Hi Anna!'],
    ['${ NAME } and ${N}', 'Anna and 7'],
    ['\\${NAME}', '${NAME}'],
    ['${}', ''],
    ['${N + 1}', '71'],
    ['${Number(N) + 1}', '8'],
    ['${1 / 2} ${true} ${null} ${undefined}', '0.5 true null undefined'],
    ["${NOBODY || 'default'}", 'default'],
    ['${typeof NOBODY}', 'undefined'],
    ['${NAME.toUpperCase()}', 'ANNA'],
    ['${json(\'{"a": [1, 2]}\').a[1]}', '2'],
    ['${relativePoint(0.5, 0.25)}', '50%,25%'],
    ['${maestro.platform}', 'android'],
    ['${var a = 2; a * 3}', '6'],
  ];
  for (const [template, text] of cases) assert.equal(await scripts.text(template), text, template);
});

test('output is shared by the scripts of a flow, and their own variables are not', async () => {
  const scripts = new Scripts();
  await scripts.run('const x = 1; output.pages = { login: () => "page " + WHO }; output.n = x;', {
    WHO: 'anna',
  });
  await scripts.run('const x = 2; output.n += x;');
  assert.equal(
    await scripts.text('${output.n} ${output.pages.login()} ${typeof x} ${typeof WHO}'),
    '3 page anna undefined undefined',
  );
  const other = new Scripts();
  assert.equal(await other.text('${output.n}'), 'undefined');
});

test('variables of a flow inside another end with it', async () => {
  const scripts = new Scripts({ env: { A: '1' } });
  const inner = await scripts.within({ A: '2', B: '${A}${C || 3}' }, () => scripts.text('${A} ${B}'));
  assert.equal(inner, '2 23');
  assert.equal(await scripts.text('${A} ${typeof B}'), '1 undefined');
});

test('names that are no variables of JavaScript do no harm', async () => {
  const scripts = new Scripts({
    env: { class: '1', 'a-b': '2', __proto__: '3', 'x){}alert(1': '4', JSON: '5', Ä: '6' },
  });
  assert.equal(await scripts.text('${json("[1]")[0]} ${1 + 1} ${JSON}'), '1 2 5');
});

test('the copied text goes in and out', async () => {
  const scripts = new Scripts();
  scripts.copiedText = 'one';
  assert.equal(await scripts.text('${maestro.copiedText}'), 'one');
  await scripts.run("maestro.copiedText = maestro.copiedText + ' two'");
  assert.equal(scripts.copiedText, 'one two');
});

test("a condition has Maestro's truth", async () => {
  const scripts = new Scripts();
  const truths = ['${true}', 'yes', '${1}', '${[1]}', "${'a'}", '-1'];
  const lies = ['${false}', 'FALSE', '${0}', '0.0', '', ' ', '${null}', '${undefined}', '${NOBODY}', "${''}"];
  for (const text of truths) assert.equal(await scripts.holds(text), true, text);
  for (const text of lies) assert.equal(await scripts.holds(text), false, text);
});

test('a script that fails says why and where, and the next one works', async () => {
  const scripts = new Scripts();
  assert.equal(
    await failureOf(scripts.run('const a = 1;\nnull.x')),
    "TypeError: cannot read property 'x' of null (line 2)",
  );
  assert.match(await failureOf(scripts.text('${1 +}')), /^SyntaxError: /);
  assert.equal(await failureOf(scripts.run("throw 'no'")), 'no');
  assert.equal(await failureOf(scripts.run("throw { message: 'an object' }")), 'an object');
  assert.match(
    await failureOf(scripts.text("${({ toString() { throw new Error('mine') } })}")),
    /^Error: mine/,
  );
  assert.equal(await scripts.text('${1 + 1}'), '2');
});

test('scripts that loop, allocate or call themselves are ended, and the next one works', async () => {
  const scripts = new Scripts({ seconds: 1 });
  const hostile: readonly [string, RegExp][] = [
    ['while (true) {}', /^it ran longer than 1 s$/],
    ['const all = []; for (;;) all.push(new Array(1e5).fill(1))', /^it needs more than 64 MB of memory$/],
    ["let s = 'x'; for (;;) s += s", /memory|too long|length/],
    ['new ArrayBuffer(1e9)', /memory|length/],
    ["'x'.repeat(2e6)", /^its text has 2000000 characters/],
    ['const f = () => f(); f()', /^it calls itself too deep$/],
    ["JSON.parse('['.repeat(1e5))", /too deep|SyntaxError/],
    ["/(a+)+$/.test('a'.repeat(40) + 'b')", /^it ran longer than 1 s$|interrupted/],
  ];
  for (const [code, reason] of hostile) {
    assert.match(await failureOf(scripts.run(code)), reason, code);
    assert.equal(await scripts.text('${1 + 1}'), '2', `after ${code}`);
  }
});

test('a script that ends the engine fails, and so do those after it, but no other flow', async () => {
  const scripts = new Scripts();
  const deep = `eval('('.repeat(1e5) + ')'.repeat(1e5))`;
  const first = await failureOf(scripts.run(deep));
  if (first !== 'it calls itself too deep') {
    assert.match(first, /^it broke the script engine/);
    assert.match(
      await failureOf(scripts.text('${1}')),
      /^a script before it broke the script engine.*; run the flow again$/,
    );
  }
  assert.equal(await new Scripts().text('${1 + 1}'), '2');
});

test('nothing of the host can be reached', async () => {
  const scripts = new Scripts();
  const names = [
    'process',
    'require',
    'module',
    'Buffer',
    'fetch',
    'setTimeout',
    'WebAssembly',
    'Worker',
    'Deno',
    'std',
    'os',
  ];
  for (const name of names) assert.equal(await scripts.text(`\${typeof ${name}}`), 'undefined', name);
  const ways = [
    "http.get.constructor('return typeof process')()",
    "console.log.constructor('return typeof process')()",
    "({}).constructor.constructor('return typeof process')()",
    "(async () => {}).constructor('return typeof process')().constructor.name",
  ];
  for (const way of ways) assert.notEqual(await scripts.text(`\${${way}}`), 'object', way);
  assert.match(
    await failureOf(
      scripts.run("import('node:fs').then(() => { output.fs = 1 })").then(() => scripts.text('${output.fs}')),
    ),
    /it worked|module/,
  );
  assert.equal(await scripts.text('${typeof output.fs}'), 'undefined');
});

test('a script that changes prototypes and globals changes nothing of ours', async () => {
  const scripts = new Scripts();
  await scripts.run(`
    Object.prototype.polluted = 1; Array.prototype.map = null; String.prototype.trim = null;
    globalThis.maestro = null; globalThis.output = null;
    Object.defineProperty(maestro ?? {}, 'copiedText', { get() { throw 1 } });`);
  assert.equal('polluted' in {}, false);
  assert.equal(await scripts.text(' ${1 + 1} '), ' 2 ');
  assert.equal(scripts.copiedText, '');
});

test('http is refused unless its host is allowed', async () => {
  const scripts = new Scripts({ allowHttp: ['example.org'] });
  assert.match(
    await failureOf(scripts.run("http.get('http://127.0.0.1:1/')")),
    /http to 127\.0\.0\.1:1 is not allowed; allow it with --allow-http 127\.0\.0\.1/,
  );
  assert.match(await failureOf(scripts.run("http.get('file:///etc/passwd')")), /is not allowed/);
  assert.match(await failureOf(scripts.run("http.get('nonsense')")), /nonsense is not an address/);
  assert.match(
    await failureOf(scripts.run("http.get('http://example.org@127.0.0.1/')")),
    /http to 127\.0\.0\.1 is not allowed/,
  );
});

/** A server in a process of its own: a script waits for its answer without letting this one work. */
const SERVER = `
require('node:http').createServer((request, response) => {
  if (request.url === '/away') return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
  let body = '';
  request.on('data', (part) => { body += part; });
  request.on('end', () => response.writeHead(201, { 'x-method': request.method }).end(JSON.stringify({ body, key: request.headers['x-key'] })));
}).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;

async function serverFor(t: TestContext): Promise<string> {
  const server: ChildProcess = spawn(process.execPath, ['-e', SERVER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => server.kill());
  assert.ok(server.stdout);
  const [port] = (await once(server.stdout, 'data')) as [Buffer];
  return `http://127.0.0.1:${port.toString().trim()}`;
}

test('http to an allowed host answers in the script', async (t) => {
  const address = await serverFor(t);
  const scripts = new Scripts({ allowHttp: ['127.0.0.1'], env: { ADDRESS: address } });
  await scripts.run(`
    const response = http.post(ADDRESS + '/', { headers: { 'x-key': 'k' }, body: JSON.stringify({ a: 1 }) });
    output.answer = [response.ok, response.status, response.headers['x-method'], json(response.body).key, json(json(response.body).body).a];
    output.away = http.get(ADDRESS + '/away').status;`);
  assert.equal(await scripts.text('${output.answer} ${output.away}'), 'true,201,POST,k,1 302');
});

test('what scripts print is heard', async () => {
  const lines: string[] = [];
  const scripts = new Scripts({ onLog: (line) => lines.push(line) });
  await scripts.run("console.log('a', 1, { b: 2 })");
  assert.deepEqual(lines, ['a 1 {"b":2}']);
});
