import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/**
 * The import rule of the house (CONTRIBUTING.md, "The map"): a request walks one way, and so do imports.
 * Each room lists the rooms it may import from; everything else is closed to it.
 */
const rooms = {
  ui: [],
  device: ['ui'],
  android: ['device', 'ui'],
  linux: ['device', 'ui'],
  macos: ['device', 'ui'],
  tools: ['device', 'ui'],
  server: ['tools', 'device', 'ui'],
};

const importRules = Object.entries(rooms).map(([room, allowed]) => {
  const closed = Object.keys(rooms).filter((other) => other !== room && !allowed.includes(other));
  return {
    files: [`packages/handeye/src/${room}/**/*.ts`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^(\\.\\./)+(${closed.join('|')})/`,
              message: `${room} may import only from: ${[room, ...allowed].join(', ')} (see CONTRIBUTING.md).`,
            },
            {
              regex: '^(\\.\\./)+(cli|config)(/|\\.ts$)',
              message: 'Only the command line wires the rooms together.',
            },
          ],
        },
      ],
    },
  };
});

export default defineConfig(
  { ignores: ['**/dist', '**/node_modules', '**/fixtures/**'] },
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['eslint.config.js', 'scripts/*.mjs'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'max-params': 'off',
      '@typescript-eslint/max-params': ['error', { max: 4 }],
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
      'no-control-regex': 'off',
    },
  },
  ...importRules,
  {
    files: [
      'packages/handeye/src/cli/**/*.ts',
      'packages/*/src/cli.ts',
      'scripts/**',
      'bench/**',
      'test/**',
      'packages/*/test/**',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    // node:test registers a test by a call whose promise the runner itself awaits.
    files: ['test/**/*.ts', 'packages/*/test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', name: ['test', 'it', 'describe', 'suite'], package: 'node:test' },
          ],
        },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
  },
);
