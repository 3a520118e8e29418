import * as z from 'zod';
import { invalidParams } from '../../device/errors.ts';
import type { FileEntry, FileLocation } from '../../device/services/files.ts';
import { cut, shown } from '@handeye/screen/sanitize';
import { sizeText } from '../../text/size.ts';
import { defineTool, reading } from '../frame/define.ts';
import { nothing } from '../frame/parameters.ts';
import { askingLimit, filePlace, filesOf, locationId, placeFails, placeOf, transferLimit } from './places.ts';
import { type TextFile, textOf } from './text-file.ts';

/** Entries and lines of one answer. */
const MOST_AT_ONCE = 200;
/** Characters of one line, and of an answer. */
const LONGEST_LINE = 2_000;
const LONGEST_ANSWER = 40_000;

const pageSize = z.int().min(1).max(MOST_AT_ONCE).default(MOST_AT_ONCE);

export const listStorageLocations = defineTool({
  name: 'list_storage_locations',
  title: 'List storage locations',
  description: 'List the folders of the device whose files can be used.',
  hints: reading,
  class: 'read',
  needs: 'files',
  input: nothing,
  limit: askingLimit,
  example: {},
  fails: { permission_denied: placeFails.permission_denied },
  async handle(context) {
    const locations = await filesOf(context).locations(context.call);
    return locations.map(locationLine).join('\n') || 'This device has no location for files.';
  },
});

function locationLine({ id, title, path, readable, writable, closed }: FileLocation): string {
  const access = readable ? (writable ? 'read and write' : 'read only') : 'closed';
  const without = closed.length === 0 ? '' : `; closed to ADB: ${closed.map(plainName).join(', ')}`;
  return `${id}  ${access}  ${plainName(path)}  ${title}${without}`;
}

export const listFiles = defineTool({
  name: 'list_files',
  title: 'List files',
  description: 'List a folder.',
  hints: reading,
  class: 'read',
  needs: 'files',
  input: z.strictObject({
    location_id: locationId,
    path: z.string().default('').describe('Folder, relative to the location'),
    offset: z.int().min(0).default(0),
    limit: pageSize,
  }),
  limit: askingLimit,
  example: { location_id: 'download' },
  fails: placeFails,
  async handle(context, { offset, limit, ...place }) {
    const entries = [...(await filesOf(context).list(placeOf(place), context.call))].sort(byName);
    const page = entries.slice(offset, offset + limit);
    const next = offset + page.length;
    const more = next < entries.length ? ` Entries ${offset + 1} to ${next}; go on with offset ${next}.` : '';
    const head = `${count(entries, 'folder')} and ${count(entries, 'file')}.${more}`;
    return [head, ...page.map(entryLine)].join('\n');
  },
});

function count(entries: readonly FileEntry[], what: 'file' | 'folder'): string {
  const number = entries.filter(({ kind }) => (kind === 'folder') === (what === 'folder')).length;
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

function entryLine({ name, kind, size, modified, garbled }: FileEntry): string {
  const time = new Date(modified * 1000).toISOString().slice(0, 16).replace('T', ' ');
  const unusable = garbled ? '  (not UTF-8: cannot be used)' : '';
  const facts = kind === 'file' ? `  ${sizeText(size)}` : kind === 'folder' ? '' : `  (${kind})`;
  return `${plainName(name)}${kind === 'folder' ? '/' : ''}${facts}  ${time}${unusable}`;
}

/** Code units, as a phone's `ls` has it. */
function byName(a: FileEntry, b: FileEntry): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** A name on one line. One that could be misread is in JSON's quotes, where nothing of it is lost. */
export function plainName(name: string): string {
  const isPlain = shown(name) === name && !/^[\s"(]|\s$|\s\s|[\n\r\t\u2028\u2029]/.test(name);
  if (isPlain) return name;
  return JSON.stringify(name).replace(/[^\x20-\x7e]/gu, (char) =>
    shown(char) === char && !/[\u2028\u2029]/.test(char)
      ? char
      : Array.from({ length: char.length }, (_, at) => escaped(char.charCodeAt(at))).join(''),
  );
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

export const readFile = defineTool({
  name: 'read_file',
  title: 'Read file',
  description: 'Read lines of a text file, numbered.',
  hints: reading,
  class: 'read',
  needs: 'files',
  input: z.strictObject({
    ...filePlace,
    offset: z.int().min(1).default(1).describe('First line'),
    limit: pageSize.describe('Lines'),
  }),
  limit: transferLimit,
  example: { location_id: 'download', path: 'notes.txt' },
  fails: { ...placeFails, invalid_params: `${placeFails.invalid_params} Binary files are named as such.` },
  async handle(context, { offset, limit, ...place }) {
    const bytes = await filesOf(context).read(placeOf(place), context.call);
    return page(textOf(bytes, place.path), { ...place, offset, limit });
  },
});

/** The wanted lines, each behind its number, and what is to know of the file. */
function page(
  file: TextFile,
  { path, offset, limit }: { readonly path: string; readonly offset: number; readonly limit: number },
): string {
  const lines = linesOf(file.text);
  if (lines.length === 0) return `${plainName(path)} is empty.`;
  if (offset > lines.length) throw invalidParams(`'${path}' has ${lines.length} lines only.`);
  const wanted = lines.slice(offset - 1, offset - 1 + limit);
  const rows: string[] = [];
  let length = 0;
  for (const [index, line] of wanted.entries()) {
    const row = `${offset + index}\t${cut(visible(line), LONGEST_LINE, ' …(line cut)')}`;
    length += row.length;
    if (rows.length > 0 && length > LONGEST_ANSWER) break;
    rows.push(row);
  }
  const last = offset + rows.length - 1;
  const remarks = [
    file.lineEnd === '\r\n' ? 'CRLF line ends' : file.lineEnd === 'mixed' ? 'mixed line ends' : undefined,
    file.hasMark ? 'UTF-8 mark' : undefined,
    file.text.endsWith('\n') ? undefined : 'no line break at its end',
    wanted.slice(0, rows.length).some((line) => visible(line) !== line)
      ? 'invisible characters are not shown'
      : undefined,
    last < lines.length ? `go on with offset ${last + 1}` : undefined,
  ].filter((remark) => remark !== undefined);
  const head = `${plainName(path)}: lines ${offset} to ${last} of ${lines.length}`;
  return [[head, ...remarks].join('; '), ...rows].join('\n');
}

/** A line break at the end begins no further line. */
function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function visible(line: string): string {
  return (shown(line) ?? '').replace(/[\r\u2028\u2029]/g, ' ');
}
