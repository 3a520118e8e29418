/** One complete type of a signature. `parts` is the element type of an array, or the fields of a structure. */
export interface Type {
  /** A basic type's letter, `v`, `a` for an array, `(` for a structure or a dictionary entry. */
  readonly code: string;
  readonly parts: readonly Type[];
}

const parsed = new Map<string, readonly Type[]>();

/** Splits a signature into its complete types. Results are cached: there are few signatures and many messages. */
export function parseSignature(signature: string): readonly Type[] {
  const cached = parsed.get(signature);
  if (cached) return cached;
  const types: Type[] = [];
  for (let at = 0; at < signature.length;) {
    const { type, end } = typeAt(signature, at);
    types.push(type);
    at = end;
  }
  parsed.set(signature, types);
  return types;
}

/** Alignment of a type, in bytes. */
export function alignment(code: string): 1 | 2 | 4 | 8 {
  switch (code) {
    case 'y':
    case 'g':
    case 'v':
      return 1;
    case 'n':
    case 'q':
      return 2;
    case 'x':
    case 't':
    case 'd':
    case '(':
      return 8;
    default:
      return 4;
  }
}

function typeAt(signature: string, at: number): { type: Type; end: number } {
  const code = signature[at];
  if (code === 'a') {
    const { type, end } = typeAt(signature, at + 1);
    return { type: { code, parts: [type] }, end };
  }
  if (code === '(' || code === '{') return structureAt(signature, at, code === '(' ? ')' : '}');
  if (code === undefined || !'ybnqiuxtdsogvh'.includes(code)) {
    throw new Error(`not a D-Bus signature: ${signature}`);
  }
  return { type: { code, parts: [] }, end: at + 1 };
}

function structureAt(signature: string, at: number, close: string): { type: Type; end: number } {
  const parts: Type[] = [];
  let next = at + 1;
  while (signature[next] !== close) {
    const { type, end } = typeAt(signature, next);
    parts.push(type);
    next = end;
  }
  return { type: { code: '(', parts }, end: next + 1 };
}
