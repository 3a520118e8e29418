import type { Import, Module } from './modules.ts';

/** Groups of files that import each other in a circle (Tarjan's strongly connected components). */
export function cycles(modules: readonly Module[], counts: (one: Import) => boolean): string[][] {
  const byFile = new Map(modules.map((module) => [module.file, module]));
  const indexes = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];

  const visit = (file: string): number => {
    const index = indexes.size;
    indexes.set(file, index);
    let low = index;
    stack.push(file);
    for (const target of targets(file)) {
      if (!indexes.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, indexes.get(target) ?? index);
    }
    lowest.set(file, low);
    if (low === index) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1) found.push(group.sort());
    }
    return low;
  };

  const targets = (file: string): string[] =>
    (byFile.get(file)?.imports ?? []).flatMap((one) =>
      one.file !== undefined && counts(one) && byFile.has(one.file) ? [one.file] : [],
    );

  for (const { file } of modules) if (!indexes.has(file)) visit(file);
  return found;
}
