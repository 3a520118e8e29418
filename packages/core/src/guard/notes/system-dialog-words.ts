/** Words that only the system's own dialogs use; patterns and labels over folded text (see fold). */

/** Resource ids that belong to the system's dialogs: an application that uses them imitates one. */
export const SYSTEM_DIALOG_IDS =
  /^com\.(?:google\.|miui\.|samsung\.)?(?:android\.)?(?:permissioncontroller|packageinstaller):id\//;

/** The answers of a permission dialog, by language: two of them in one window are one. */
export const permissionAnswers: Readonly<Record<string, readonly string[]>> = {
  en: [
    'while using the app',
    'only this time',
    "don't allow",
    'allow all the time',
    "deny and don't ask again",
  ],
  de: ['bei nutzung der app', 'nur dieses mal', 'nicht zulassen', 'immer zulassen'],
  fr: [
    "lorsque vous utilisez l'appli",
    "lorsque l'appli est en cours d'utilisation",
    'uniquement cette fois-ci',
    'ne pas autoriser',
  ],
  es: ['mientras se usa la aplicacion', 'mientras la app esta en uso', 'solo esta vez', 'no permitir'],
  pt: ['durante o uso do app', 'apenas esta vez', 'nao permitir', 'permitir durante o uso do app'],
  it: ["mentre usi l'app", 'solo questa volta', 'non consentire'],
  nl: ['tijdens gebruik van de app', 'alleen deze keer', 'niet toestaan'],
  pl: ['podczas uzywania aplikacji', 'tylko tym razem', 'nie zezwalaj'],
  tr: ['uygulamayi kullanirken', 'yalnizca bu defa', 'izin verme'],
  ru: ['при использовании приложения', 'только в этот раз', 'запретить'],
  zh: ['仅在使用该应用时允许', '使用时允许', '仅限这一次', '仅此一次', '不允许'],
  ja: ['アプリの使用時のみ', '今回のみ', '許可しない'],
  ko: ['앱 사용 중에만 허용', '이번만 허용', '허용 안함', '허용 안 함'],
};

/** Questions and alarms that the system alone asks and raises. */
export const systemSentences: readonly string[] = [
  "^allow .{1,60} to (?:access (?:this device's location|your (?:contacts|calendar|phone call logs|physical activity)|photos|music|files)|take pictures and record video|record audio|send and view sms messages|make and manage phone calls|send you notifications)\\b.{0,60}\\?$",
  '^do you want to (?:install|update|uninstall) this app(?:lication)?\\?',
  "\\bfor your security, your (?:phone|tablet|device) (?:currently )?(?:isn't|is not) allowed to install unknown apps from this source",
  "^(?:system ui|android system|process system|google play services|settings) (?:isn't responding|is not responding|has stopped|keeps stopping)",
  '^(?:system|android|security|software) update\\b.{0,80}\\b(?:restart|reboot)',
  '^(?:mochten sie diese app|mochtest du diese app) (?:installieren|aktualisieren)\\?',
  '^voulez-vous installer cette application ?\\?',
  '^¿quieres instalar esta aplicacion\\?',
  '^deseja instalar este app(?:licativo)?\\?',
  '^vuoi installare questa app(?:licazione)?\\?',
  '^установить это приложение\\?',
];
