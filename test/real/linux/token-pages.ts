/** The documents that the programs of tokens.ts show. */

const fields = ['First name', 'Last name', 'Email', 'Phone', 'Street', 'City'];

/** An order form: ten fields with labels, of the kinds that forms have, and a button. */
export const FORM_PAGE = `<!doctype html><html lang="en"><title>Order</title>
<h1>Order</h1><p>All fields are needed. We answer within a day.</p>
<form>
${fields.map((name, index) => `<p><label for="f${index}">${name}</label> <input id="f${index}"></p>`).join('\n')}
<p><label for="size">Size</label> <select id="size"><option>Small<option selected>Medium<option>Large</select></p>
<fieldset><legend>Delivery</legend>
<label><input type="radio" name="d" checked> Letter</label> <label><input type="radio" name="d"> Parcel</label>
</fieldset>
<p><label><input type="checkbox"> Gift wrap</label></p>
<p><label><input type="checkbox" checked> Newsletter</label></p>
<p><button type="submit">Send order</button> <a href="#terms">Terms</a></p>
</form></html>`;

/** A page with more links and paragraphs than a screen holds. */
export function longPage(name: string): string {
  const items = Array.from(
    { length: 300 },
    (_, index) =>
      `<li><a href="#${index}">${name}, chapter ${index + 1}</a> <span>about topic ${index}</span>`,
  );
  return `<!doctype html><html lang="en"><title>${name}</title><h1>${name}</h1><ul>${items.join('\n')}</ul></html>`;
}

const paragraphs = Array.from(
  { length: 12 },
  (_, index) =>
    `Paragraph ${index + 1} of a letter that goes over two pages. ${'It says what letters say, and a little more. '.repeat(12)}`,
);

/** A letter of two pages as a flat OpenDocument text. */
export const OFFICE_TEXT = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>
<text:h text:outline-level="1">A letter</text:h>
${paragraphs.map((text) => `<text:p>${text}</text:p>`).join('\n')}
</office:text></office:body></office:document>`;

const rows = [
  ['Item', 'Count', 'Price'],
  ['Paper', '12', '3.5'],
  ['Pens', '40', '1.2'],
  ['Ink', '3', '19.9'],
];

/** A small sheet as a flat OpenDocument spreadsheet: opened without a question, as a text file is not. */
export const OFFICE_SHEET = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>
<table:table table:name="Sheet1">
${rows.map((row) => `<table:table-row>${row.map(sheetCell).join('')}</table:table-row>`).join('\n')}
</table:table></office:spreadsheet></office:body></office:document>`;

function sheetCell(text: string): string {
  const type = /^[\d.]+$/.test(text) ? `"float" office:value="${text}"` : '"string"';
  return `<table:table-cell office:value-type=${type}><text:p>${text}</text:p></table:table-cell>`;
}
