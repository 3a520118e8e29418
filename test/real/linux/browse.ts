import type { ChildProcess } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PrivateDesktop } from './desktop-session.ts';
import { PASSWORD } from '@handeye/testing/canary';

/** Opens Chromium on a page with a form and a list of rows, which come and go if the page is restless. */
export async function browse(
  desktop: PrivateDesktop,
  { rows, restless = false }: { rows: number; restless?: boolean },
): Promise<ChildProcess> {
  const file = join(desktop.home, 'page.html');
  await writeFile(file, page(rows, restless));
  // --no-sandbox lets it run as root, as in CI; without the second flag pages have no accessibility.
  const flags = ['--no-sandbox', '--force-renderer-accessibility', '--no-first-run', '--disable-gpu'];
  const profile = [
    `--user-data-dir=${await mkdtemp(join(desktop.home, 'profile-'))}`,
    '--password-store=basic',
  ];
  return desktop.launch('chromium', [...flags, ...profile, `--app=file://${file}`], /Rows/);
}

function page(rows: number, restless: boolean): string {
  const list = Array.from({ length: rows }, (_, row) => `<li><a href="#row${row}">Row ${row}</a></li>`);
  return `<!doctype html><meta charset="utf-8"><title>Rows</title>
<h1>Order</h1>
<form>
  <label>Your name <input id="name" placeholder="Full name"></label>
  <label>Secret <input id="secret" type="password" value="${PASSWORD}"></label>
  <label><input id="gift" type="checkbox"> Gift</label>
  <textarea id="notes" aria-label="Notes"></textarea>
  <button id="send" type="button">Send</button>
  <button id="forget" type="button">Forget</button>
</form>
<p id="answer" role="status"></p>
<ul>${list.join('')}</ul>
<script>
  const field = (id) => document.getElementById(id);
  if (${restless}) {
    const list = document.querySelector('ul');
    setInterval(() => list.append(list.firstChild.cloneNode(true)), 5);
    setInterval(() => list.firstChild.remove(), 5);
  }
  // The first rows are removed.
  field('forget').onclick = () => {
    for (const row of [...document.querySelectorAll('li')].slice(0, 50)) row.remove();
  };
  field('send').onclick = () => {
    field('answer').textContent = 'Thanks, ' + field('name').value + (field('gift').checked ? ' (gift)' : '');
  };
</script>`;
}
