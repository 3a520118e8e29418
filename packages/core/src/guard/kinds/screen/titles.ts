import type { UiNode } from '@handeye/screen/node';

/** Longer ones are explanations. */
const LONGEST_TITLE = 60;
const MOST_TITLES = 8;

/** Where toolkits put titles: AOSP's and AppCompat's bars, the collapsing bar since Android 12, alerts. */
const TITLE_BAR =
  /:id\/(?:\w*tool_?bar\w*|action_bar\w*|app_?bar\w*|collapsing\w*|alertTitle|topPanel|title_template|entity_header\w*)$/;

/** The title of a page: what stands in its bar, a heading outside of its list, or what comes first. */
export function titlesOf(nodes: readonly UiNode[]): string[] {
  const inLists = new Set<UiNode>();
  const inBars = new Set<UiNode>();
  const titles: string[] = [];
  for (const node of nodes) {
    const isInList = inLists.has(node) || node.scrollable || node.clickable;
    const isInBar = inBars.has(node) || TITLE_BAR.test(node.resourceId ?? '');
    for (const child of node.children) {
      if (isInList) inLists.add(child);
      if (isInBar) inBars.add(child);
    }
    if (isInList) continue;
    const labels = [node.text, node.description].filter((label) => label !== undefined && label !== '');
    if (node.paneTitle !== undefined) titles.push(node.paneTitle);
    if (isInBar || node.heading || titles.length === 0) titles.push(...labels.filter(isTitle));
    if (titles.length >= MOST_TITLES) break;
  }
  return titles;
}

function isTitle(label: string | undefined): label is string {
  return label !== undefined && label.length <= LONGEST_TITLE;
}
