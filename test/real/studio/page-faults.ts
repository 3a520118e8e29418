import type { Page } from 'playwright-core';

/** Signs that a text was interpreted as markup, or left its place; empty if there are none. */
export function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const root = document.querySelector('.studio');
    if (!root) return ['The page is gone.'];
    if ('ran' in window) faults.push('A script ran.');
    for (const { tagName } of root.querySelectorAll('script, iframe, object, embed, style, link, base, meta'))
      faults.push(`The page has got a ${tagName}.`);
    for (const element of root.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith('on')) faults.push(`${element.tagName} has got ${name}.`);
        const isAddress = ['href', 'src', 'srcset', 'action', 'formaction'].includes(name);
        const isOwn = /^(blob:|data:image\/|\/studio\/|https?:\/\/)/.test(value);
        if (isAddress && !isOwn) faults.push(`${element.tagName} has got the ${name} ${value}.`);
      }
    }
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode;
      const text = textContent ?? '';
      // An unclosed override or embedding reverses the rest of its line.
      if (!parentElement || !/[\u202A-\u202E\u2066-\u2069]/.test(text)) continue;
      const isLast = parentElement.textContent.endsWith(text) && !texts.currentNode.nextSibling?.textContent;
      const isIsolated = getComputedStyle(parentElement).unicodeBidi.startsWith('isolate');
      if (!isLast || !isIsolated)
        faults.push(`What follows it could be turned around: ${parentElement.outerHTML}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) faults.push('The page has become wider.');
    if (document.documentElement.scrollHeight > innerHeight) faults.push('The page has become higher.');
    return faults.slice(0, 5);
  });
}
