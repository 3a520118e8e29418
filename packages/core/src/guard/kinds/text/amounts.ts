const CURRENCY = String.raw`(?:[€$£¥￥₹₽₩₺₴₫฿₪₦₱₸₾₿]|US\$|R\$|C\$|A\$|S\$|HK\$|NT\$|CHF|EUR|USD|GBP|PLN|RUB|JPY|CNY|RMB|INR|BRL|CZK|SEK|NOK|DKK|UAH|KRW|THB|IDR|VND|VNĐ|SAR|AED|EGP|QAR|KWD|BTC|ETH|USDT|zł|zl|руб|р\.|грн|kr|Kč|Rs\.?|Rp\.?|TL|đồng|đ|円|元|원|บาท|रुपये|ر\.\s?س|د\.\s?إ|ج\.\s?م|ريال|درهم|جنيه|دينار)`;
const NUMBER = String.raw`\d[\d.,'’٫٬\u00a0\u202f ]*`;
const AMOUNT = new RegExp(
  String.raw`(?<![\p{L}\d])${CURRENCY}\s?${NUMBER}|${NUMBER}\s?${CURRENCY}(?![\p{L}])`,
  'iu',
);
const FIGURE = /\p{Nd}/u;

/** Whether a text names an amount of money: "49,00 €", "US$5", "1 200 zł", "٤٩ ر.س". */
export function hasAmount(text: string): boolean {
  // Most texts hold no figure at all.
  return FIGURE.test(text) && AMOUNT.test(withAsciiDigits(text));
}

/** A text without the amount in it. */
export function withoutAmount(text: string): string {
  return withAsciiDigits(text).replace(AMOUNT, ' ');
}

const OTHER_FIGURES = /(?![0-9])\p{Nd}/gu;

/** A text with the figures of Arabic, Hindi, Thai … as those of ASCII. */
export function withAsciiDigits(text: string): string {
  return text.replace(OTHER_FIGURES, (figure) => {
    const code = figure.codePointAt(0) ?? 0;
    // Figures stand in rows of ten.
    let zero = code;
    while (FIGURE.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((code - zero) % 10);
  });
}
