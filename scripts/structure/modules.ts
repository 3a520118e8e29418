import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

export interface Import {
  /** The imported file, relative to src; undefined for a package. */
  readonly file: string | undefined;
  readonly specifier: string;
  readonly line: number;
  /** A type import, which is not in the running program. */
  readonly typeOnly: boolean;
}

export interface Module {
  readonly file: string;
  readonly lines: readonly string[];
  readonly imports: readonly Import[];
}

/** Every TypeScript file below a folder, with what it imports: statically, by import() or as a type. */
export function modulesIn(src: string): Module[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name))
    .sort()
    .map((file) => readModule(src, file));
}

function readModule(src: string, file: string): Module {
  const text = readFileSync(join(src, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const imports: Import[] = [];
  const add = (specifier: string, position: number, typeOnly: boolean) => {
    const target = specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : undefined;
    const line = source.getLineAndCharacterOfPosition(position).line + 1;
    imports.push({ file: target, specifier, line, typeOnly });
  };
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier !== undefined) add(specifier, node.pos, isTypeOnly(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { file, lines: text.split('\n'), imports };
}

function specifierOf(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    return node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)
      ? node.moduleSpecifier.text
      : undefined;
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments;
    return argument && ts.isStringLiteralLike(argument) ? argument.text : undefined;
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return ts.isStringLiteral(node.argument.literal) ? node.argument.literal.text : undefined;
  }
  return undefined;
}

function isTypeOnly(node: ts.Node): boolean {
  if (ts.isImportTypeNode(node)) return true;
  if (ts.isExportDeclaration(node)) {
    const named = node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause.elements : [];
    return node.isTypeOnly || (named.length > 0 && named.every((one) => one.isTypeOnly));
  }
  if (!ts.isImportDeclaration(node)) return false;
  const clause = node.importClause;
  if (clause === undefined) return false;
  const named =
    clause.namedBindings && ts.isNamedImports(clause.namedBindings) ? clause.namedBindings.elements : [];
  const allTypes = clause.name === undefined && named.length > 0 && named.every((one) => one.isTypeOnly);
  return clause.phaseModifier === ts.SyntaxKind.TypeKeyword || allTypes;
}
