import {
  mdiArrowLeft,
  mdiChevronDown,
  mdiChevronUp,
  mdiClose,
  mdiFileFindOutline,
  mdiRefresh,
  mdiWebOff,
} from '@mdi/js';
import { activity, type Activity } from '../../framework/system/app.ts';
import type { View } from '../../framework/views/view.ts';
import {
  button,
  column,
  field,
  icon,
  iconButton,
  progressBar,
  row,
  scroll,
  text,
} from '../../framework/widgets/kit.ts';
import { theme } from '../../framework/widgets/theme.ts';
import { excerpt, HOME_PAGE, matches, pageAt, tidied, type Block, type Match, type Page } from './site.ts';

interface State {
  /** The visited addresses; the last one is shown. */
  readonly history: readonly string[];
  readonly loading: boolean;
  /** The words to find, while the find bar is open, and which match is the current one. */
  readonly find: { readonly words: string; readonly current: number } | undefined;
}

type Browser = Activity<State, undefined>;

const LOAD_MS = 400;

/** A browser for the few pages of the phone's own web. */
export const browser = activity<State>({
  initial: (intent) => ({ history: [intent.data ?? HOME_PAGE], loading: false, find: undefined }),
  render: (state, self) => {
    const address = state.history.at(-1) ?? HOME_PAGE;
    const page = pageAt(address);
    return {
      background: theme.surface,
      content: column(
        [
          addressBar(address, self),
          progressBar(0.6, { id: 'progress', visibility: state.loading ? 'visible' : 'invisible' }),
          ...(state.find && page ? [findBar(state.find, page, self)] : []),
          page === undefined ? unreachable(address, self) : pageView(page, address, self),
        ],
        { height: 'fill' },
      ),
    };
  },
  onBack: goBack,
});

/** Loads a page, with a short progress. */
function load(self: Browser, history: readonly string[]): void {
  self.hideKeyboard();
  self.setState({ loading: true, find: undefined });
  self.after(LOAD_MS, () => {
    self.setState({ history, loading: false });
  });
}

/** Handles Back: closes the find bar, or goes to the previous page; false if there is neither. */
function goBack(self: Browser): boolean {
  const { find, history } = self.state;
  if (find !== undefined) self.setState({ find: undefined });
  else if (history.length > 1) load(self, history.slice(0, -1));
  else return false;
  return true;
}

function addressBar(address: string, self: Browser): View {
  return row(
    [
      iconButton(
        mdiArrowLeft,
        () => {
          if (!goBack(self)) self.finish();
        },
        { id: 'back', description: 'Back' },
      ),
      field({
        id: 'url_bar',
        hint: 'Type an address',
        value: address,
        input: 'url',
        imeAction: 'go',
        weight: 1,
        border: 'none',
        background: theme.surfaceVariant,
        radius: 24,
        padding: [12, 16],
        onSubmit: (typed) => {
          load(self, [...self.state.history, tidied(typed)]);
        },
      }),
      iconButton(
        mdiRefresh,
        () => {
          load(self, self.state.history);
        },
        { id: 'refresh', description: 'Reload' },
      ),
      iconButton(
        mdiFileFindOutline,
        () => {
          self.setState({ find: { words: '', current: 0 } });
          self.focus('find_query');
        },
        { id: 'find_in_page', description: 'Find in page' },
      ),
    ],
    { id: 'toolbar', width: 'fill', padding: [8, 4], gap: 2 },
  );
}

function findBar(find: NonNullable<State['find']>, page: Page, self: Browser): View {
  const found = matches(page, find.words);
  const match = found[find.current];
  const step = (by: number) => () => {
    const current = found.length === 0 ? 0 : (find.current + by + found.length) % found.length;
    self.setState({ find: { ...find, current } });
  };
  return column(
    [
      row(
        [
          field({
            id: 'find_query',
            hint: 'Find in page',
            value: find.words,
            imeAction: 'search',
            weight: 1,
            border: 'none',
            background: 'none',
            onChange: (words) => {
              self.setState({ find: { words, current: 0 } });
            },
            onSubmit: step(1),
          }),
          text(`${match === undefined ? 0 : find.current + 1}/${found.length}`, { id: 'find_status' }),
          iconButton(mdiChevronUp, step(-1), { id: 'find_prev', description: 'Find previous' }),
          iconButton(mdiChevronDown, step(1), { id: 'find_next', description: 'Find next' }),
          iconButton(
            mdiClose,
            () => {
              self.hideKeyboard();
              self.setState({ find: undefined });
            },
            { id: 'close_find', description: 'Close' },
          ),
        ],
        { width: 'fill' },
      ),
      ...(match === undefined ? [] : [matchText(page, match)]),
    ],
    { background: theme.surfaceVariant },
  );
}

function matchText(page: Page, match: Match): View {
  return text(excerpt(page, match), {
    id: 'find_excerpt',
    size: 13,
    maxLines: 2,
    color: theme.textSecondary,
    padding: { left: 16, right: 16, bottom: 12 },
  });
}

/** The page as Chrome exposes it: one WebView, and below it nodes without resource ids. */
function pageView(page: Page, address: string, self: Browser): View {
  const { find } = self.state;
  const found = find === undefined ? [] : matches(page, find.words);
  const marked = new Set(found.map(({ block }) => block));
  return scroll(
    column(
      page.blocks.map((block, index) => ({
        ...blockView(block, self),
        ...(marked.has(index) && { background: '#fff3c4' }),
      })),
      { class: 'android.view.View', padding: 20, gap: 16 },
    ),
    { class: 'android.webkit.WebView', key: address, label: page.title },
  );
}

function blockView(block: Block, self: Browser): View {
  switch (block.kind) {
    case 'heading':
      return text(block.text, { class: 'android.view.View', size: 26, fontWeight: 500, heading: true });
    case 'text':
      return text(block.text, { size: 16, color: theme.textSecondary });
    case 'link':
      return text(block.text, {
        class: 'android.view.View',
        size: 16,
        color: '#0b57d0',
        padding: [6, 0],
        onTap: () => {
          load(self, [...self.state.history, block.to]);
        },
      });
    case 'picture':
      return {
        type: 'drawing',
        class: 'android.widget.Image',
        width: 'fill',
        height: 140,
        radius: 8,
        background: block.color,
        draw: ({ width, height }) =>
          `<circle cx="${width * 0.75}" cy="${height * 0.35}" r="22" fill="#fff6d5"/><path d="M0 ${height}L${width * 0.3} ${height * 0.4}L${width * 0.55} ${height}Z" fill="#6b8fa3"/><path d="M${width * 0.35} ${height}L${width * 0.62} ${height * 0.55}L${width} ${height}Z" fill="#4d7186"/>`,
      };
  }
}

function unreachable(address: string, self: Browser): View {
  return column(
    [
      icon(mdiWebOff, { size: 56, decorative: true }),
      text('This site can’t be reached', { size: 22, heading: true }),
      text(`${address} is not on this phone.`, { id: 'error_details', color: theme.textSecondary }),
      button(
        'Go to the first page',
        () => {
          load(self, [...self.state.history, HOME_PAGE]);
        },
        { id: 'error_home', tone: 'tonal' },
      ),
    ],
    { weight: 1, alignChildren: 'center', justify: 'center', gap: 12, padding: 24 },
  );
}
