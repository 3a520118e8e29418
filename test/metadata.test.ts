import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as z from 'zod';

/** The rules of the MCP registry's schema of this day that apply to a server which is a package of npm. */
const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

// No range and no tag: the registry wants one version that can be fetched.
const oneVersion = z
  .string()
  .max(255)
  .regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
const input = {
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  value: z.string().optional(),
  default: z.string().optional(),
  placeholder: z.string().optional(),
  choices: z.array(z.string()).optional(),
  isRepeated: z.boolean().optional(),
};
const argument = z.union([
  z
    .strictObject({ ...input, type: z.literal('positional'), valueHint: z.string().optional() })
    .refine(({ value, valueHint }) => value !== undefined || valueHint !== undefined),
  z.strictObject({ ...input, type: z.literal('named'), name: z.string().startsWith('-') }),
]);
const serverJson = z.strictObject({
  $schema: z.literal(SCHEMA),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100).optional(),
  description: z.string().min(1).max(100),
  version: oneVersion,
  websiteUrl: z.url().optional(),
  repository: z.strictObject({
    url: z.url(),
    source: z.string(),
    id: z.string().optional(),
    subfolder: z
      .string()
      .regex(/^[\w-]+(\/[\w-]+)*$/)
      .optional(),
  }),
  packages: z
    .array(
      z.strictObject({
        registryType: z.literal('npm'),
        registryBaseUrl: z.url().optional(),
        identifier: z.string().min(1),
        version: oneVersion,
        runtimeHint: z.enum(['npx']).optional(),
        transport: z.strictObject({ type: z.literal('stdio') }),
        packageArguments: z.array(argument).optional(),
        runtimeArguments: z.array(argument).optional(),
      }),
    )
    .min(1),
});

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
}

const published = z.object({ name: z.string(), version: z.string(), mcpName: z.string() });

test('server.json is what the MCP registry takes', () => {
  const parsed = serverJson.safeParse(read('server.json'));
  assert.ok(parsed.success, parsed.error && z.prettifyError(parsed.error));
});

test('The rules of server.json refuse what the MCP registry refuses', () => {
  const right = serverJson.parse(read('server.json'));
  const [npm] = right.packages;
  const wrong: readonly object[] = [
    { ...right, name: 'handeye' },
    { ...right, description: 'x'.repeat(101) },
    { ...right, packages: [{ ...npm, version: 'latest' }] },
    { ...right, packages: [{ ...npm, version: '^1.0.0' }] },
    { ...right, packages: [{ ...npm, packageArguments: [{ type: 'positional' }] }] },
  ];
  for (const one of wrong) assert.equal(serverJson.safeParse(one).success, false, JSON.stringify(one));
});

test('The package on npm says by mcpName that it belongs to the entry in the registry', () => {
  const server = serverJson.parse(read('server.json'));
  const { name, version, mcpName } = published.parse(read('packages/handeye/package.json'));
  assert.equal(mcpName, server.name);
  assert.deepEqual(
    server.packages.map((one) => [one.identifier, one.version]),
    [[name, version]],
  );
  assert.equal(server.version, version);
});

const locked = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      dev: z.boolean().optional(),
      engines: z.object({ node: z.string().optional() }).optional(),
    }),
  ),
});

test('Every package that a user installs runs on the oldest Node that Handeye supports', () => {
  const { packages } = locked.parse(read('package-lock.json'));
  const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);
  assert.ok(installed.some(([path]) => path === 'node_modules/@nats-io/nuid'));
  const tooNew = installed.filter(([, { engines }]) => !admits(engines?.node ?? '*', [20, 19, 0]));
  assert.deepEqual(tooNew, []);
});

test('The ranges of engines are read as npm reads them', () => {
  const admitted = [
    '*',
    '>= 10',
    '>=18',
    '>=20.9.0',
    '^20.9.0',
    '>=20.19',
    '>= 18.x',
    '^18.17.0 || ^20.3.0 || >=21',
  ];
  for (const range of admitted) assert.equal(admits(range, [20, 19, 0]), true, range);
  for (const range of ['>= 22.x', '>=20.20', '^22.1.0', '^18.17.0 || >=21.1.0', '>=20.19.1'])
    assert.equal(admits(range, [20, 19, 0]), false, range);
});

/** Whether a range of versions admits this one. Fails on operators that no package in the lock file uses. */
function admits(range: string, version: readonly number[]): boolean {
  return range.split('||').some((part) => {
    if (part.trim() === '*') return true;
    const [, operator, numbers = ''] = /^\s*(>=|\^)\s*([\d.x]+)\s*$/.exec(part) ?? [];
    assert.ok(operator, `unknown range: ${range}`);
    const lowest = numbers.split('.').map((number) => (number === 'x' ? 0 : Number(number)));
    const difference = lowest.map((number, at) => (version[at] ?? 0) - number).find((one) => one !== 0) ?? 0;
    return difference >= 0 && (operator === '>=' || version[0] === lowest[0]);
  });
}
