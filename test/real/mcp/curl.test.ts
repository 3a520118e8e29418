import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { servedOverHttp, TOKEN } from './scripted-house.ts';

const shell = promisify(execFile);

/** The curl lines of the tool reference (seeds/002), as printed there but for the token. */
const lines: readonly (readonly [name: string, args: string, answer: RegExp])[] = [
  ['find_elements', '{ "by": "text", "value": "Submit" }', /\\"elements\\":\[\]/],
  ['click_element', '{ "element_id": "node_abc123" }', /Element 'node_abc123' not found/],
  ['long_click_element', '{ "element_id": "node_abc123" }', /Element 'node_abc123' not found/],
  ['set_text', '{ "element_id": "node_abc123", "text": "Hello World" }', /Element 'node_abc123' not found/],
  ['scroll_to_element', '{ "element_id": "node_abc123" }', /Element 'node_abc123' not found/],
  ['input_text', '{ "text": "Hello World" }', /Text input completed \(11 characters\)/],
  ['clear_text', '{}', /Text cleared successfully/],
  ['press_key', '{ "key": "ENTER" }', /Key 'ENTER' pressed successfully/],
  ['get_clipboard', '{}', /\{\\"text\\":null\}/],
  ['set_clipboard', '{ "text": "Hello from MCP" }', /Clipboard set successfully \(14 characters\)/],
  ['wait_for_element', '{ "by": "text", "value": "10", "timeout": 5000 }', /Element not found within 5000ms/],
  ['wait_for_idle', '{ "timeout": 3000 }', /UI is idle/],
];

function curlLine(name: string, args: string): string {
  return `curl -X POST http://localhost:8080/mcp \\
  -H "Authorization: Bearer ${TOKEN}" \\
  -H "Content-Type: application/json" \\
  -d '{
    "jsonrpc": "2.0", "id": 1, "method": "tools/call",
    "params": { "name": "${name}", "arguments": ${args} }
  }'`;
}

test('the curl lines of the tool reference run as printed', async (t) => {
  const { url } = await servedOverHttp(t);
  // The printed address stays; curl is only told where localhost:8080 is today.
  const alias = `curl() { command curl -sS --connect-to localhost:8080:127.0.0.1:${url.port} "$@"; }`;
  for (const [name, args, answer] of lines) {
    const { stdout } = await shell('bash', ['-c', `${alias}\n${curlLine(name, args)}`]);
    assert.match(stdout, answer);
    assert.match(stdout, /^\{"jsonrpc":"2\.0","id":1,"result":/, name);
  }
});
