/** The lines of a stream of UTF-8. Only a newline ends one: JSON may hold U+2028, which readline takes for an end too. */
export async function* readLines(stream: AsyncIterable<Buffer>): AsyncGenerator<string, undefined> {
  let started: Buffer[] = [];
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      yield Buffer.concat([...started, chunk.subarray(from, end)]).toString('utf8');
      started = [];
      from = end + 1;
    }
    if (from < chunk.length) started.push(chunk.subarray(from));
  }
  if (started.length > 0) yield Buffer.concat(started).toString('utf8');
}

const newline = 0x0a;
