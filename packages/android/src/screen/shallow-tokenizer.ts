import { Tokenizer } from 'htmlparser2';

type Options = ConstructorParameters<typeof Tokenizer>[0];
type Callbacks = ConstructorParameters<typeof Tokenizer>[1];

/** No real screen is nested as deeply as this: deeper trees are attacks. */
export const DEEPEST = 1000;

/**
 * A tokenizer with a limit for nesting: deeper elements become children of the deepest level, so that nothing is lost.
 * htmlparser2 (12.0) keeps its open elements in an array from whose front it adds and removes: 100,000 levels would take it
 * minutes, and a recursive walk over such a tree would overflow the stack.
 */
export class ShallowTokenizer extends Tokenizer {
  constructor(options: Options, parser: Callbacks) {
    super(options, shallow(parser));
  }
}

function shallow(parser: Callbacks): Callbacks {
  let depth = 0;
  return {
    onattribdata: (start, end) => {
      parser.onattribdata(start, end);
    },
    onattribentity: (codePoint) => {
      parser.onattribentity(codePoint);
    },
    onattribend: (quote, end) => {
      parser.onattribend(quote, end);
    },
    onattribname: (start, end) => {
      parser.onattribname(start, end);
    },
    oncdata: (start, end, offset) => {
      parser.oncdata(start, end, offset);
    },
    oncomment: (start, end, offset) => {
      parser.oncomment(start, end, offset);
    },
    ondeclaration: (start, end) => {
      parser.ondeclaration(start, end);
    },
    onend: () => {
      parser.onend();
    },
    onprocessinginstruction: (start, end) => {
      parser.onprocessinginstruction(start, end);
    },
    ontext: (start, end) => {
      parser.ontext(start, end);
    },
    ontextentity: (codePoint, end) => {
      parser.ontextentity(codePoint, end);
    },
    onopentagname: (start, end) => {
      depth += 1;
      parser.onopentagname(start, end);
    },
    onopentagend: (end) => {
      // Closed at once: its children follow it on the same level, and its own end is skipped.
      if (depth > DEEPEST) parser.onselfclosingtag(end);
      else parser.onopentagend(end);
    },
    onselfclosingtag: (end) => {
      depth -= 1;
      parser.onselfclosingtag(end);
    },
    onclosetag: (start, end) => {
      if (depth <= DEEPEST) parser.onclosetag(start, end);
      depth = Math.max(0, depth - 1);
    },
  };
}
