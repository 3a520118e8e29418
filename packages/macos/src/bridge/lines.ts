const NEWLINE = 0x0a;

/** Splits a UTF-8 stream into lines. Only \n ends a line; readline would also split at U+2028, which JSON may contain. */
export async function* readLines(stream: AsyncIterable<Buffer>): AsyncGenerator<string, undefined> {
  let started: Buffer[] = [];
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...started, chunk.subarray(from, end)]).toString('utf8');
      started = [];
      from = end + 1;
    }
    if (from < chunk.length) started.push(chunk.subarray(from));
  }
  if (started.length > 0) yield Buffer.concat(started).toString('utf8');
}
