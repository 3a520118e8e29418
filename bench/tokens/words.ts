import type { Choices } from './random.ts';

/** What stands on made-up screens, in some scripts. */

const titles = [
  [
    'Network & internet',
    'Connected devices',
    'Battery saver',
    'Dark theme',
    'Screen timeout',
    'Data usage',
    'Privacy',
  ],
  [
    'WLAN & Internet',
    'Geräteverwaltung',
    'Energiesparmodus',
    'Dunkles Design',
    'Bildschirmsperre',
    'Über das Telefon',
  ],
  [
    'Sieć i internet',
    'Oszczędzanie baterii',
    'Ciemny motyw',
    'Wygaszanie ekranu',
    'Zużycie danych',
    'Prywatność',
  ],
  ['网络和互联网', '省电模式', '深色主题', '屏幕超时', '流量使用情况', '隐私权'],
  ['الشبكة والإنترنت', 'توفير البطارية', 'المظهر الداكن', 'مهلة الشاشة', 'استخدام البيانات', 'الخصوصية'],
] as const;

const summaries = [
  'On',
  'Off',
  '3 apps',
  'Lighthouse, 5 GHz',
  '41% – about 1 day left',
  'Never',
  '0',
  '12.4 GB used',
] as const;

const sentences = [
  'Your order has been shipped and arrives on Thursday.',
  'Only people who follow you can see this post.',
  'Tap the lock to see who can read your messages, and who could before you changed your phone number last week.',
  'The café at the harbour opens at 7 and closes when the last ferry has left; on Sundays it stays closed in winter.',
] as const;

const names = [
  'Ana Sousa',
  'Jürgen Weiß',
  '李小龙',
  'Zoë O’Hara',
  'Nguyễn Thị Mai',
  'Ольга Иванова',
  'Sam',
] as const;

export class Words {
  readonly #choices: Choices;
  readonly #language: number;

  constructor(choices: Choices) {
    this.#choices = choices;
    this.#language = choices.below(titles.length);
  }

  title(): string {
    return this.#choices.one(titles[this.#language] ?? titles[0]);
  }

  summary(): string {
    return this.#choices.one(summaries);
  }

  sentence(): string {
    return this.#choices.one(sentences);
  }

  name(): string {
    return this.#choices.one(names);
  }
}
