import * as z from 'zod';
import { invalidParams } from '../../device/errors.ts';
import { sizeText } from '../../text/size.ts';
import { acting, defineTool, replacing } from '../frame/define.ts';
import { flag } from '../frame/parameters.ts';
import { withRemarks } from '../frame/words.ts';
import { askingLimit, filePlace, filesOf, placeFails, placeToChange, transferLimit } from './places.ts';
import { plainName } from './reading.ts';
import { bytesOf, inLineEndsOf, mustBeText, textOf } from './text-file.ts';

export const writeFile = defineTool({
  name: 'write_file',
  title: 'Write file',
  description: 'Write a text file, replacing what is there.',
  hints: replacing,
  class: 'files',
  touchesScreen: false,
  needs: 'files',
  input: z.strictObject({ ...filePlace, content: z.string() }),
  limit: transferLimit,
  example: { location_id: 'download', path: 'list.txt', content: 'milk\nbread\n' },
  fails: placeFails,
  async handle(context, { content, ...place }) {
    mustBeText(content);
    const bytes = Buffer.from(content);
    const remark = await filesOf(context).write(await placeToChange(context, place), bytes, context.call);
    return withRemarks(`Wrote ${plainName(place.path)} (${sizeText(bytes.length)})`, remark);
  },
});

export const appendFile = defineTool({
  name: 'append_file',
  title: 'Append to file',
  description: 'Add text at the end of a text file, or start one.',
  hints: acting,
  class: 'files',
  touchesScreen: false,
  needs: 'files',
  input: z.strictObject({ ...filePlace, content: z.string().min(1) }),
  limit: transferLimit,
  example: { location_id: 'download', path: 'notes.txt', content: 'butter\n' },
  fails: placeFails,
  async handle(context, { content, ...named }) {
    mustBeText(content);
    const files = filesOf(context);
    const place = await placeToChange(context, named);
    const before = await files.readIfThere(place, context.call);
    const file = before && textOf(before, named.path);
    const bytes = file ? bytesOf(file.text + inLineEndsOf(file, content), file) : Buffer.from(content);
    const remark = await files.write(place, bytes, context.call);
    const goesOn =
      file && file.text !== '' && !file.text.endsWith('\n')
        ? 'Its last line had no line break, so the text continues that line'
        : undefined;
    const sentence = file ? 'Appended to' : 'Started';
    return withRemarks(
      `${sentence} ${plainName(named.path)} (now ${sizeText(bytes.length)})`,
      goesOn,
      remark,
    );
  },
});

export const fileReplace = defineTool({
  name: 'file_replace',
  title: 'Replace in file',
  description: 'Replace an exact text in a text file.',
  hints: acting,
  class: 'files',
  touchesScreen: false,
  needs: 'files',
  input: z.strictObject({
    ...filePlace,
    old_string: z.string().min(1),
    new_string: z.string(),
    replace_all: flag().default(false),
  }),
  limit: transferLimit,
  example: { location_id: 'download', path: 'notes.txt', old_string: 'bread', new_string: 'rye bread' },
  fails: {
    ...placeFails,
    invalid_params: `${placeFails.invalid_params} The text is not there, or several times without \`replace_all\`.`,
  },
  async handle(context, { old_string: old, new_string: fresh, replace_all: all, ...named }) {
    const files = filesOf(context);
    const place = await placeToChange(context, named);
    const file = textOf(await files.read(place, context.call), named.path);
    const parts = file.text.split(inLineEndsOf(file, old));
    const matches = parts.length - 1;
    mustFit(matches, { all, path: named.path });
    const bytes = bytesOf(parts.join(inLineEndsOf(file, fresh)), file);
    const remark = await files.write(place, bytes, context.call);
    const times = matches === 1 ? '1 place' : `${matches} places`;
    return withRemarks(`Replaced in ${times} of ${plainName(named.path)}`, remark);
  },
});

function mustFit(matches: number, { all, path }: { readonly all: boolean; readonly path: string }): void {
  if (matches === 0) {
    throw invalidParams(`old_string is not in '${path}'. It must match exactly; read_file shows the lines.`);
  }
  if (matches > 1 && !all) {
    throw invalidParams(
      `old_string is in '${path}' ${matches} times. Pass more of the text around it, or replace_all: true.`,
    );
  }
}

export const deleteFile = defineTool({
  name: 'delete_file',
  title: 'Delete file',
  description: 'Delete a file; never a folder.',
  hints: replacing,
  class: 'files',
  touchesScreen: false,
  needs: 'files',
  input: z.strictObject(filePlace),
  limit: askingLimit,
  example: { location_id: 'download', path: 'notes.txt' },
  fails: placeFails,
  async handle(context, place) {
    await filesOf(context).delete(await placeToChange(context, place), context.call);
    return `Deleted ${plainName(place.path)}`;
  },
});
