/** A PDF with a page for each list of lines; enough for a viewer to draw and to read. */
export function pdf(pages: readonly (readonly string[])[]): string {
  const first = 4;
  const kids = pages.map((_, page) => `${first + 2 * page} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((lines, page) => pageObjects(lines, first + 2 * page + 1)),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return `${text}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
}

function pageObjects(lines: readonly string[], content: number): [string, string] {
  const shown = lines.map((line) => `(${line}) Tj T*`).join(' ');
  const stream = `BT /F1 24 Tf 72 720 Td 30 TL ${shown} ET`;
  const resources = '<< /Font << /F1 3 0 R >> >>';
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R /Resources ${resources} >>`,
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
  ];
}
