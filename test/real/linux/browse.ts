import type { ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PrivateDesktop } from './desktop-session.ts';

/** Opens Chromium on a page with a form and a list of so many rows. */
export async function browse(desktop: PrivateDesktop, { rows }: { rows: number }): Promise<ChildProcess> {
  const file = join(desktop.home, 'page.html');
  await writeFile(file, page(rows));
  // Without the sandbox it also runs as root, as in CI; without the second flag a page has no accessibility.
  const flags = ['--no-sandbox', '--force-renderer-accessibility', '--no-first-run', '--disable-gpu'];
  const profile = [`--user-data-dir=${desktop.home}/profile`, '--password-store=basic'];
  return desktop.launch('chromium', [...flags, ...profile, `--app=file://${file}`], /Rows/);
}

function page(rows: number): string {
  const list = Array.from({ length: rows }, (_, row) => `<li><a href="#row${row}">Row ${row}</a></li>`);
  return `<!doctype html><meta charset="utf-8"><title>Rows</title>
<h1>Order</h1>
<form>
  <label>Your name <input id="name" placeholder="Full name"></label>
  <label>Secret <input id="secret" type="password" value="hunter2"></label>
  <label><input id="gift" type="checkbox"> Gift</label>
  <textarea id="notes" aria-label="Notes"></textarea>
  <button id="send" type="button">Send</button>
</form>
<p id="answer" role="status"></p>
<ul>${list.join('')}</ul>
<script>
  const field = (id) => document.getElementById(id);
  field('send').onclick = () => {
    field('answer').textContent = 'Thanks, ' + field('name').value + (field('gift').checked ? ' (gift)' : '');
  };
</script>`;
}
