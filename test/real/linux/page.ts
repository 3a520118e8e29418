/** A page with a form and a list of so many rows. */
export function page(rows: number): string {
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
