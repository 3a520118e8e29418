import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasCode } from '@handeye/core/device/error-code';
import type { Attempt, Outcome, SuiteResult } from '../suite/outcome.ts';
import { type ReportPage, reportPage } from './page.ts';
import { REPORT_STYLE } from './style.ts';

/** A run's folder: `2026-11-19-101500`, with a number if two begin in one second. */
const RUN_FOLDER = /^\d{4}-\d\d-\d\d-\d{6}(?:-\d+)?$/;

export interface ReportOptions {
  /** The folder of all reports. */
  readonly reports: string;
  /** How many of them stay. */
  readonly keep: number;
  /** Where a film of the evidence lies. */
  readonly filmAt: (film: string) => string;
}

/** Writes a run's report into a folder of its own and returns the page's path. */
export async function writeRunReport(
  result: SuiteResult,
  { reports, keep, filmAt }: ReportOptions,
): Promise<string> {
  const folder = await newRunFolder(reports, new Date(result.startedAt));
  const outcomes = await Promise.all(
    result.outcomes.map((outcome, index) => withFilms(outcome, index, { folder, filmAt })),
  );
  const page = await writeReport(folder, reportPage({ ...result, outcomes }, { style: REPORT_STYLE }));
  await keepNewest(reports, keep);
  return page;
}

/** The outcome with its films beside the page. */
async function withFilms(
  outcome: Outcome,
  index: number,
  { folder, filmAt }: { readonly folder: string; readonly filmAt: ReportOptions['filmAt'] },
): Promise<Outcome> {
  const kept = async ({ result, evidence }: Attempt, count: number): Promise<Attempt> => {
    if (evidence?.film === undefined) return { result, evidence };
    const film = await moveFilm(filmAt(evidence.film), folder, `${index + 1}-${count + 1}.mp4`);
    return { result, evidence: { ...evidence, film } };
  };
  return { ...outcome, attempts: await Promise.all(outcome.attempts.map(kept)) };
}

/** Makes the folder of a new run, readable by its owner only: it will show screens. */
async function newRunFolder(reports: string, startedAt: Date): Promise<string> {
  await mkdir(reports, { recursive: true });
  const stamp = startedAt.toISOString().slice(0, 19).replace('T', '-').replace(/:/g, '');
  for (let count = 1; ; count += 1) {
    const folder = join(reports, count === 1 ? stamp : `${stamp}-${count}`);
    const isNew = await mkdir(folder, { mode: 0o700 }).then(
      () => true,
      (error: unknown) => {
        if (hasCode(error, 'EEXIST')) return false;
        throw error;
      },
    );
    if (isNew) return folder;
  }
}

/** Writes the page and its pictures; returns the page's path. */
async function writeReport(folder: string, { html, files }: ReportPage): Promise<string> {
  for (const { path, bytes } of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  const page = join(folder, 'index.html');
  await writeFile(page, html);
  return page;
}

/** Moves a film next to the page; returns its path there. */
async function moveFilm(film: string, folder: string, name: string): Promise<string> {
  await mkdir(join(folder, 'films'), { recursive: true });
  await copyFile(film, join(folder, 'films', name));
  await rm(film);
  return `films/${name}`;
}

/** Removes the oldest runs, and nothing that is not a run's folder. */
async function keepNewest(reports: string, keep: number): Promise<void> {
  const entries = await readdir(reports, { withFileTypes: true });
  const runs = entries
    .filter((entry) => entry.isDirectory() && RUN_FOLDER.test(entry.name))
    .map(({ name }) => name);
  for (const old of runs.sort().slice(0, Math.max(0, runs.length - keep)))
    await rm(join(reports, old), { recursive: true, force: true });
}
