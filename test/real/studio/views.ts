import type { Locator, Page } from 'playwright-core';

/** Shows all views of the page: one at a time on a narrow page, else two at a time, as it has two rows of tabs. */
export async function throughViews(page: Page, seen: (view: string) => Promise<void>): Promise<void> {
  const views = page.getByRole('tablist', { name: 'Views' }).getByRole('tab');
  const texts = page.getByRole('tablist', { name: 'What the model gets' }).getByRole('tab');
  const isWide = (await views.filter({ hasText: /^Text$/ }).count()) === 0;
  for (const [index, view] of (await views.all()).entries()) {
    const name = await view.innerText();
    await view.click();
    if (name === 'Text') await each(texts, seen);
    else {
      if (isWide) await texts.nth(index).click();
      await seen(name);
    }
  }
  if (isWide) await texts.last().click();
}

async function each(tabs: Locator, seen: (view: string) => Promise<void>): Promise<void> {
  for (const tab of await tabs.all()) {
    await tab.click();
    await seen(await tab.innerText());
  }
}

/** Opens what views show only on request: an element, a call, the answer of a tool. For a wide page and scripted-server.ts. */
export async function throughDetails(page: Page, seen: (what: string) => Promise<void>): Promise<void> {
  await page.getByRole('tab', { name: /^Lean/ }).click();
  await page.getByRole('list', { name: 'Lean text' }).getByRole('button').first().click();
  await page.getByRole('table', { name: 'Properties' }).waitFor();
  await seen('an element');
  await page.getByRole('button', { name: 'Let go' }).click();
  await page.getByRole('tab', { name: 'Try a tool' }).click();
  // The tools are told anew.
  const form = page.getByRole('combobox', { name: 'Screens as' });
  await form.selectOption((await form.inputValue()) === 'lean' ? 'compact' : 'lean');
  await page.getByRole('textbox', { name: /element_id/ }).fill('node_1');
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  await page.getByLabel('Text of the answer').waitFor();
  await seen('an answer');
  await page.getByRole('button', { name: 'Raw' }).click();
  await page.getByLabel('Raw answer').waitFor();
  await seen('a raw answer');
  await page.getByRole('tab', { name: 'Flows' }).click();
  await page.getByRole('list', { name: 'Saved flows' }).getByRole('button').first().click();
  await page.getByRole('region', { name: 'Difference to the flow' }).waitFor();
  await page.getByRole('region', { name: 'Divergence' }).waitFor();
  await seen('a flow');
  await page.getByRole('button', { name: 'All flows' }).click();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await page.getByRole('button', { name: 'Save as flow' }).click();
  await page.getByRole('option', { name: /^#1/ }).click();
  await page.getByRole('textbox', { name: 'Name of the flow' }).fill('new');
  await page.getByRole('button', { name: 'Save (1)' }).click();
  await page.getByRole('button', { name: 'Show the flow' }).waitFor();
  await seen('a flow that was saved');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  // The call of `entry`.
  await page.getByRole('option', { name: /^#1/ }).click();
  await page.getByRole('region', { name: 'Call 1' }).getByText('Arguments').waitFor();
  await seen('a call');
  await page.getByRole('button', { name: 'Close this call' }).click();
}
