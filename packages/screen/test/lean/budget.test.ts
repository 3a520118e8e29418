import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { leanText } from '../../src/format/lean/lean.ts';
import type { UiNode } from '../../src/node.ts';
import { box, viewOf } from '@handeye/testing/view-screens';
import { answerFor, appWindow, type At, button, n, page, snapshotOf, text } from './lines.ts';

const rows = (word: string, count: number, place: At): UiNode[] =>
  Array.from({ length: count }, (_, index) =>
    button(`${word} number ${index}`, [place[0], place[1] + index, place[2], 1]),
  );

const list = (word: string, count: number, place: At): UiNode =>
  n('ListView', place, { scrollable: true, description: word }, ...rows(word, count, place));

function cutPage(root: UiNode, maxTokens: number): string[] {
  const answer = leanText(snapshotOf(viewOf(root)), { maxTokens });
  const tokens = encode(answer).length;
  assert.ok(tokens <= 1.05 * maxTokens, `${tokens} of ${maxTokens}`);
  assert.ok(tokens >= 0.6 * maxTokens, `${tokens} of ${maxTokens} leave much unused`);
  return answer.split('\n');
}

describe('a budget', () => {
  test('leaves a screen alone that fits', () => {
    const root = page(list('Row', 5, [0, 100, 1080, 1000]));
    assert.equal(leanText(snapshotOf(viewOf(root)), { maxTokens: 200 }), leanText(snapshotOf(viewOf(root))));
  });

  test('cuts the longest scroller from its far end, and says there how many lines it left out', () => {
    const root = page(
      list('Long', 90, [0, 0, 500, 1000]),
      list('Short', 20, [0, 1200, 500, 1000]),
      button('Below', [0, 2300, 300, 90]),
    );
    const lines = cutPage(root, 700);
    const at = lines.findIndex((line) => /^ … \d+ lines left out \(max_tokens\)$/.test(line));
    assert.match(lines[at - 1] ?? '', /^ \d+ Long number \d+$/);
    assert.match(lines[at + 1] ?? '', /^\d+ \[scroll\] Short$/);
    assert.equal(lines.filter((line) => line.includes('Short number')).length, 20);
    const shown = lines.filter((line) => line.includes('Long number')).length;
    assert.equal(shown + Number(/\d+/.exec(lines[at] ?? '')?.[0]), 90);
    assert.match(lines.at(-1) ?? '', /Below$/);
  });

  test('then the next longest, then the last lines of the page', () => {
    const root = page(
      list('Long', 90, [0, 0, 500, 1000]),
      list('Short', 40, [0, 1200, 500, 1000]),
      ...rows('Page', 60, [0, 2210, 500, 100]),
    );
    const lines = cutPage(root, 300);
    assert.equal(lines.filter((line) => line.includes('Long number')).length, 0);
    assert.equal(lines.filter((line) => line.includes('Short number')).length, 0);
    assert.ok(lines.some((line) => line.includes('Page number 0')));
    assert.match(lines.at(-1) ?? '', /^… \d+ lines left out \(max_tokens\)$/);
  });

  test('never the focused element, nor the first line', () => {
    const field = n('EditText', [0, 900, 500, 50], { editable: true, focused: true, text: 'typed here' });
    const root = page(
      n(
        'ListView',
        [0, 0, 1080, 1000],
        { scrollable: true },
        ...rows('Row', 200, [0, 0, 500, 100]),
        field,
        ...rows('More', 200, [0, 950, 500, 100]),
      ),
    );
    const lines = cutPage(root, 200);
    assert.equal(lines[0], '1080x2400 com.example/.MainActivity');
    assert.ok(lines.some((line) => line.endsWith('[edit, focused] = typed here')));
  });

  test('a dialog only when nothing else is left', () => {
    const dialog = appWindow(
      n('FrameLayout', [100, 900, 800, 600], {}, ...rows('Choice', 20, [100, 900, 800, 100])),
      { type: 'dialog', key: 'd', title: 'PopupWindow:1', bounds: box(100, 900, 900, 1500) },
    );
    const main = appWindow(page(...rows('Page', 200, [0, 0, 500, 300])), { active: false });
    const lines = answerFor([dialog, main], { maxTokens: 300 });
    assert.equal(lines.filter((line) => line.includes('Choice')).length, 20);
    assert.ok(encode(answerFor([dialog, main], { maxTokens: 200 }).join('\n')).length <= 210);
  });

  test('holds where the first line, the notes and the focused element alone are too long', () => {
    const field = n('EditText', [0, 900, 500, 50], {
      editable: true,
      focused: true,
      description: '龘'.repeat(100),
      text: '鱻'.repeat(100),
      error: '麤'.repeat(100),
    });
    const lines = answerFor(
      [appWindow(page(field))],
      { maxTokens: 200, state: 's4f17' },
      {
        activity: '靐'.repeat(300),
        notes: Array.from({ length: 40 }, () => 'one more note about this screen'),
      },
    );
    assert.ok(encode(lines.join('\n')).length <= 210, `${encode(lines.join('\n')).length} tokens`);
    assert.ok(lines.some((line) => line.includes('[edit, focused]')));
  });
});

describe('an answer of one language keeps its budget and uses most of it', () => {
  const pages: Readonly<Record<string, readonly string[]>> = {
    English: [
      'Network & internet',
      'Connected devices',
      'Sound & vibration',
      'Your code for the locker is 482 913.',
      'Do Not Disturb',
    ],
    German: [
      'Netzwerk & Internet',
      'Verbundene Geräte',
      'Töne und Vibration',
      'Datenschutzeinstellungen',
      'Bildschirmzeitbeschränkungen',
    ],
    Polish: [
      'Sieć i internet',
      'Połączone urządzenia',
      'Dźwięk i wibracje',
      'Wyświetlacz',
      'Zabezpieczenia i prywatność',
    ],
    Russian: [
      'Сеть и интернет',
      'Подключенные устройства',
      'Звук и вибрация',
      'Специальные возможности',
      'Хранилище',
    ],
    Chinese: ['网络和互联网', '已连接的设备', '声音和振动', '无障碍', '隐私权和安全'],
    Japanese: [
      'ネットワークとインターネット',
      '接続設定',
      '着信音とバイブレーション',
      'ユーザー補助',
      'ストレージ',
    ],
    Korean: ['네트워크 및 인터넷', '연결된 기기', '소리 및 진동', '접근성', '저장용량'],
    Arabic: ['الشبكة والإنترنت', 'الأجهزة المتصلة', 'الصوت والاهتزاز', 'مساحة التخزين', 'البطارية'],
    Hindi: ['नेटवर्क और इंटरनेट', 'कनेक्ट किए गए डिवाइस', 'आवाज़ और वाइब्रेशन', 'स्टोरेज', 'बैटरी'],
    Thai: [
      'เครือข่ายและอินเทอร์เน็ต',
      'อุปกรณ์ที่เชื่อมต่อ',
      'เสียงและการสั่น',
      'พื้นที่เก็บข้อมูล',
      'แบตเตอรี่',
    ],
    Ukrainian: ['Мережа й інтернет', 'Підключені пристрої', 'Звук і вібрація', 'Сховище', 'Доступність'],
    Serbian: ['Мрежа и интернет', 'Повезани уређаји', 'Звук и вибрација', 'Складиште', 'Приступачност'],
    'Russian names': ['Ярослав Щукин', 'Юлия Жданова', 'Гюзель Хайруллина', 'Фёдор Ёлкин', 'Эльвира Шацкая'],
    'Russian capitals': ['СОХРАНИТЬ', 'ОТМЕНА', 'ДАЛЕЕ', 'УДАЛИТЬ ВСЁ', 'ПОДЕЛИТЬСЯ'],
    'Serbian capitals': ['САЧУВАЈ', 'ОТКАЖИ', 'ИЗБРИШИ', 'ПОДЕЛИ', 'ЗАТВОРИ'],
    'Greek capitals': ['ΑΠΟΘΗΚΕΥΣΗ', 'ΑΚΥΡΩΣΗ', 'ΕΠΟΜΕΝΟ', 'ΔΙΑΓΡΑΦΗ', 'ΚΟΙΝΟΠΟΙΗΣΗ'],
    Persian: ['شبکه و اینترنت', 'دستگاه‌های متصل', 'صدا و لرزش', 'حافظه', 'باتری'],
    Urdu: ['نیٹ ورک اور انٹرنیٹ', 'منسلک آلات', 'آواز اور ارتعاش', 'اسٹوریج', 'بیٹری'],
    Kurdish: ['تۆڕ و ئینتەرنێت', 'ڕێکخستنەکان', 'دەنگ و لەرزین', 'پاراستن', 'گۆڕینی وێنە'],
    'Thai names': ['ณัฐวุฒิ สมบูรณ์', 'พิมพ์ชนก ศรีสุข', 'ธีมมืด', 'กฤษฎา วงศ์ใหญ่', 'โชคชัย ธนากร'],
    Tamil: ['நெட்வொர்க் & இணையம்', 'ஒலி & அதிர்வு', 'சேமிப்பிடம்', 'பேட்டரி', 'அணுகல்தன்மை'],
    noise: ['xKq9vZt2LmPw', '8f3a-77bc-91de', 'aHR0cHM6Ly9leA==', 'ZZXQJ vbnmq', '#@!%^&*()_+'],
  };
  for (const [language, words] of Object.entries(pages)) {
    test(language, () => {
      const many = Array.from({ length: 300 }, (_, index) =>
        button(`${words[index % words.length] ?? ''} ${index}`, [0, index * 5, 500, 5]),
      );
      const lines = cutPage(page(n('ListView', [0, 0, 1080, 2000], { scrollable: true }, ...many)), 1_500);
      assert.ok(lines.length > 50);
    });
  }
});

test('a long text of a page is no reason to cut it', () => {
  const root = page(text('word '.repeat(4000), [0, 0, 1080, 900]), button('Next', [0, 1000, 200, 90]));
  assert.equal(leanText(snapshotOf(viewOf(root)), { maxTokens: 200 }).split('\n').length, 3);
});
