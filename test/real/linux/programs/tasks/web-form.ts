import { once } from 'node:events';
import { createServer } from 'node:http';
import { soon } from '../agent.ts';

/** The state of the form and its scrolling, as the page's own script reports it. */
export interface FormState {
  /** How many times it had told before: a browser sends on several connections, and a later one may be faster. */
  readonly told: number;
  readonly name?: string;
  readonly notes?: string;
  readonly size?: string;
  readonly gift?: boolean;
  readonly day?: string;
  readonly count?: string;
  readonly scrolled?: number;
  readonly sent?: boolean;
}

/** A page with a form on loopback, whose own script posts its state to the server. */
export class WebForm {
  readonly url: string;
  #state: FormState = { told: -1 };

  private constructor(url: string) {
    this.url = url;
  }

  /** It does not keep the process alive, and ends with it. */
  static async serve(): Promise<WebForm> {
    const server = createServer((request, response) => {
      if (request.method !== 'POST') {
        response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
        return;
      }
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const state = JSON.parse(Buffer.concat(parts).toString()) as FormState;
        if (state.told > form.#state.told) form.#state = state;
        response.end();
      });
    });
    server.unref().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const form = new WebForm(`http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}/`);
    return form;
  }

  /** Waits until the page told this. */
  async holds(what: (state: FormState) => boolean): Promise<void> {
    await soon(
      `the page's ${String(what)}`,
      () => what(this.#state),
      () => this.#state,
    );
  }
}

const ROWS = Array.from({ length: 120 }, (_, row) => `<li><a href="#row${row}">Row ${row}</a></li>`).join('');

const PAGE = `<!doctype html><meta charset="utf-8"><title>Order form</title>
<h1>Order</h1>
<div>Delivered on Friday</div>
<form onsubmit="sent = true; tell(); return false">
  <p><label>Full name <input id="name"></label>
  <p><label>Notes <textarea id="notes"></textarea></label>
  <p><label>Size <select id="size"><option>Small<option>Medium<option>Large</select></label>
  <p><label>Deliver on <input id="day" type="date"></label> <label>Count <input id="count" type="number" value="1"></label>
  <p><label><input id="gift" type="checkbox"> Wrap as gift</label>
  <p><button>Send order</button>
</form>
<p><a href="https://example.org/terms">Terms of sale</a>
<ul>${ROWS}</ul>
<script>
  let sent = false, told = 0;
  const of = (id) => document.getElementById(id);
  const tell = () => fetch('/', { method: 'POST', body: JSON.stringify({
    name: of('name').value, notes: of('notes').value, size: of('size').value, gift: of('gift').checked,
    day: of('day').value, count: of('count').value,
    scrolled: window.scrollY, sent, told: told++,
  }) });
  for (const event of ['input', 'change', 'scroll']) addEventListener(event, tell, true);
</script>`;
