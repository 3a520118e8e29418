const CURRENCY = String.raw`(?:[€$£¥￥₹₽₩₺₴₫฿₪₦₱]|US\$|R\$|C\$|A\$|CHF|EUR|USD|GBP|PLN|RUB|JPY|CNY|RMB|INR|BRL|CZK|SEK|NOK|DKK|BTC|ETH|USDT|zł|zl|руб|р\.|kr|Kč|Rs\.?|円|元)`;
const NUMBER = String.raw`\d[\d.,'’\u00a0\u202f ]*`;
const AMOUNT = new RegExp(
  String.raw`(?<![\p{L}\d])${CURRENCY}\s?${NUMBER}|${NUMBER}\s?${CURRENCY}(?![\p{L}])`,
  'iu',
);
const FIGURE = /\p{Nd}/u;

/** Whether a text names an amount of money: "49,00 €", "US$5", "1 200 zł". */
export function hasAmount(text: string): boolean {
  // Most texts hold no figure at all.
  return FIGURE.test(text) && AMOUNT.test(text);
}

/** A text without the amount in it. */
export function withoutAmount(text: string): string {
  return text.replace(AMOUNT, ' ');
}
