/** One complete type of a D-Bus signature: its code, and what an array or a structure is made of. */
export interface Type {
  /** A basic type's letter, `v`, `a` for an array, `(` for a structure or a dictionary's entry. */
  readonly code: string;
  readonly parts: readonly Type[];
}

const known = new Map<string, readonly Type[]>();

/** The complete types that a signature names, in their order. */
export function parseSignature(signature: string): readonly Type[] {
  const before = known.get(signature);
  if (before) return before;
  const types: Type[] = [];
  for (let at = 0; at < signature.length;) {
    const { type, end } = typeAt(signature, at);
    types.push(type);
    at = end;
  }
  known.set(signature, types);
  return types;
}

/** How many bytes the value of a type is aligned to. */
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
