import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import ts from 'typescript';

/** Where the phone's state is, and no snapshot may miss any of it. */
const folders = ['framework', 'apps', 'files'];

/** Mutable, but no state of the phone. */
const exempt = new Set([
  // Only for the time of a call.
  'apps/arithmetic.ts #at',
  'apps/messages/conversations.ts nextMessage',
  'apps/reader/prose.ts state',
  'framework/locale/translate.ts next',
  'framework/views/measure.ts pen',
  'framework/views/measure.ts used',
  // Caches.
  'framework/render/picture.ts #last',
  // Belongs to the program that holds UiAutomation, which a restored phone leaves running.
  'framework/system/accessibility-services.ts #suppressed',
  // A running program waits.
  'framework/windows/accessibility-events.ts cancelQuiet',
  'framework/system/clock.ts #programTimers',
  // The phone's clock is set by its own means (ForwardClock.setTo); the driven one is the test's.
  'framework/system/clock.ts ahead',
  'framework/system/clock.ts now',
  // Contents saves itself.
  'files/contents.ts #pages',
  'files/contents.ts #tail',
  'files/contents.ts #tailSize',
  'files/contents.ts #allocated',
]);

test('a snapshot sees all state: no #private field and no variable of a closure holds any', () => {
  const source = fileURLToPath(new URL('../../src/', import.meta.url));
  const found = folders
    .flatMap((folder) => filesOf(`${source}${folder}`).map((file) => `${folder}/${file}`))
    .flatMap((file) => hiddenState(`${source}${file}`).map((name) => `${file} ${name}`));
  assert.deepEqual(new Set(found), exempt);
});

function filesOf(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => name.replaceAll('\\', '/'));
}

function hiddenState(path: string): readonly string[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyDeclaration(node) && ts.isPrivateIdentifier(node.name) && isMutable(node))
      found.push(node.name.text);
    if (ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.Let) !== 0) {
      for (const { name } of node.declarations)
        if (ts.isIdentifier(name) && isCaptured(name.text, node)) found.push(name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** A field that is assigned, or a collection. */
function isMutable({ modifiers, initializer }: ts.PropertyDeclaration): boolean {
  const isReadonly = modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword) === true;
  if (!isReadonly) return true;
  if (initializer === undefined) return false;
  if (ts.isNewExpression(initializer)) return !/^Listeners\b/.test(initializer.expression.getText());
  return ts.isArrayLiteralExpression(initializer) || ts.isObjectLiteralExpression(initializer);
}

/** Whether a function that may outlive the block assigns the variable. Module variables are no phone's. */
function isCaptured(name: string, list: ts.VariableDeclarationList): boolean {
  const owner = functionAround(list);
  if (owner === undefined) return false;
  let captured = false;
  const visit = (node: ts.Node): void => {
    if (isAssignmentTo(name, node) && functionAround(node) !== owner) captured = true;
    ts.forEachChild(node, visit);
  };
  visit(owner);
  return captured;
}

function isAssignmentTo(name: string, node: ts.Node): boolean {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const isAssignment = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
    return isAssignment && node.left.getText() === name;
  }
  if (ts.isPostfixUnaryExpression(node)) return node.operand.getText() === name;
  return ts.isPrefixUnaryExpression(node) && node.operand.getText() === name;
}

function functionAround(node: ts.Node): ts.Node | undefined {
  return ts.findAncestor(node.parent, ts.isFunctionLike);
}
