import { mdiBookOpenPageVariant, mdiBookmarkOutline, mdiWeb } from '@mdi/js';
import { activity, defineApp, type Activity } from '../../framework/system/app.ts';
import type { View } from '../../framework/views/view.ts';
import { column, iconButton, scroll, spacer, text } from '../../framework/widgets/kit.ts';
import { screen } from '../../framework/widgets/screen.ts';
import { theme } from '../../framework/widgets/theme.ts';
import { articles, type Article } from './articles.ts';
import { browser } from './browser.ts';

interface ArticleState {
  readonly page: number;
}

/** Articles side by side, with very long paragraphs, and a small web. */
export const reader = defineApp({
  package: 'com.example.reader',
  label: 'Reader',
  icon: { glyph: mdiBookOpenPageVariant, color: '#c2410c' },
  main: '.LibraryActivity',
  data: () => undefined,
  filters: [
    { action: 'android.intent.action.VIEW', activity: '.BrowserActivity', schemes: ['http', 'https'] },
  ],
  notExported: ['.ArticleActivity'],
  activities: {
    '.LibraryActivity': activity({
      initial: () => ({}),
      render: (_state, self) =>
        screen('Reader', [articleList(self)], {
          actions: [
            iconButton(
              mdiWeb,
              () => {
                self.start({ component: 'com.example.reader/.BrowserActivity' });
              },
              { id: 'open_browser', description: 'Open browser' },
            ),
          ],
        }),
    }),
    '.ArticleActivity': activity<ArticleState>({
      initial: ({ extras }) => ({ page: Number(extras?.article ?? 0) }),
      render: ({ page }, self) =>
        screen(`${page + 1} of ${articles.length}`, [articlePager(page, self)], {
          onUp: () => {
            self.finish();
          },
          // The bookmark is unlabelled on purpose.
          actions: [
            iconButton(mdiBookmarkOutline, () => {
              self.toast('Bookmarked');
            }),
          ],
        }),
    }),
    '.BrowserActivity': browser,
  },
});

function articleList(self: Activity<object, undefined>): View {
  return {
    type: 'list',
    id: 'articles',
    width: 'fill',
    weight: 1,
    count: articles.length,
    rowHeight: 104,
    row: (index) => {
      const article = articles[index];
      if (article === undefined) return spacer({});
      return articleRow(article, () => {
        self.start({ component: 'com.example.reader/.ArticleActivity', extras: { article: index } });
      });
    },
  };
}

function articleRow({ title, section, minutes, paragraphs }: Article, onTap: () => void): View {
  return column(
    [
      text(title, { id: 'article_title', size: 18, fontWeight: 500, maxLines: 1 }),
      text(paragraphs[0]?.slice(0, 160) ?? '', {
        id: 'article_excerpt',
        color: theme.textSecondary,
        maxLines: 2,
      }),
      text(`${section} · ${minutes} min`, { id: 'article_meta', size: 12, color: theme.primary }),
    ],
    { key: title, padding: [10, 20], gap: 4, justify: 'center', onTap },
  );
}

function articlePager(page: number, self: Activity<ArticleState, undefined>): View {
  return {
    type: 'pager',
    id: 'pager',
    width: 'fill',
    weight: 1,
    page,
    onPage: (turned) => {
      self.setState({ page: turned });
    },
    pages: articles.map(articlePage),
  };
}

function articlePage({ title, section, minutes, paragraphs }: Article): View {
  return scroll(
    column(
      [
        text(title, { id: 'title', size: 28, heading: true }),
        text(`${section} · ${minutes} min`, { id: 'meta', color: theme.primary }),
        ...paragraphs.map((paragraph) =>
          text(paragraph, { id: 'paragraph', size: 16, color: theme.textSecondary }),
        ),
      ],
      { padding: [8, 20], gap: 16 },
    ),
    { id: 'article_scroll', height: 'fill' },
  );
}
