import type { Language } from './language.ts';
import { chinese } from './zh.ts';
import { english } from './en.ts';
import { french } from './fr.ts';
import { german } from './de.ts';
import { italian } from './it.ts';
import { japanese } from './ja.ts';
import { polish } from './pl.ts';
import { portuguese } from './pt.ts';
import { russian } from './ru.ts';
import { spanish } from './es.ts';

/** Every language that labels are recognised in, by its code. To add one, write its file and name it here. */
export const languages: Readonly<Record<string, Language>> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  ja: japanese,
  pl: polish,
  pt: portuguese,
  ru: russian,
  zh: chinese,
};
