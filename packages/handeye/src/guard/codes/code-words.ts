/**
 * Words beside which four to eight digits are a one-time code, by language. Each stands for itself and for words that begin
 * with it, one that ends in `$` for itself alone; in any case.
 */
export const codeWords: Readonly<Record<string, readonly string[]>> = {
  en: [
    'code',
    'otp$',
    'passcode',
    'one-time',
    'one time',
    'verification',
    'verify',
    'authentication',
    'security number',
    '2fa$',
    'mfa$',
    'pin$',
    'tan$',
  ],
  de: ['code', 'einmal', 'bestätigung', 'verifizierung', 'sicherheitsschlüssel', 'tan$', 'mtan$'],
  fr: ['code', 'usage unique', 'vérification', 'authentification'],
  es: ['código', 'clave', 'verificación', 'un solo uso', 'autenticación'],
  it: ['codice', 'verifica', 'monouso', 'autenticazione'],
  pt: ['código', 'verificação', 'uso único', 'autenticação', 'senha'],
  nl: ['code', 'verificatie', 'eenmalig', 'inlogcode'],
  pl: ['kod', 'weryfikac', 'jednorazow', 'potwierdz', 'hasło'],
  ru: ['код', 'парол', 'подтвержд'],
  tr: ['kod', 'şifre', 'doğrulama', 'tek kullanım'],
  ja: ['コード', '認証', '確認番号', 'ワンタイム', '暗証'],
  zh: ['验证码', '校验码', '动态码', '驗證碼', '動態密碼', '口令'],
};
