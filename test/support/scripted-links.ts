import type { Links } from '@handeye/core/device/services/links';

/** Links and intents that all succeed: addresses in a browser, shared texts in Notes. */
export function scriptedLinks(): Links {
  const browser = { app: 'com.example.browser', activity: '.BrowserActivity' };
  return {
    handlers: () => Promise.resolve([browser.app]),
    openUri: () => Promise.resolve(browser),
    intents: {
      receivers: () => Promise.resolve(['com.example.notes']),
      start: () => Promise.resolve({ app: 'com.example.notes', activity: '.ShareActivity' }),
      broadcast: () => Promise.resolve({ code: 0, data: undefined }),
      startService: () => Promise.resolve({ running: true }),
    },
  };
}
