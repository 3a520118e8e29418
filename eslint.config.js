import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

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
      // Constants that are a value (a limit, a name, a pattern's parts) are UPPER_CASE; tables and functions are camelCase.
      '@typescript-eslint/naming-convention': [
        'error',
        {
          selector: 'variable',
          modifiers: ['const', 'global', 'destructured'],
          types: ['boolean', 'string', 'number'],
          format: null,
        },
        {
          selector: 'variable',
          modifiers: ['const', 'global'],
          types: ['boolean', 'string', 'number'],
          format: ['UPPER_CASE'],
        },
      ],
      // Fields that belong to a class alone are #private, which also holds at run time.
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ':matches(PropertyDefinition, MethodDefinition[kind!="constructor"], TSParameterProperty)[accessibility="private"]',
          message: 'Use a #private member.',
        },
      ],
    },
  },
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
    // The virtual phone's state is in ordinary fields: a snapshot walks them, and would not see #private ones
    // (packages/virtual-phone/src/kernel/checkpoint.ts).
    files: ['packages/virtual-phone/src/**/*.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // node:test registers a test by a call whose promise the runner itself awaits.
    files: ['test/**/*.ts', 'packages/*/test/**/*.ts', 'test/support/**/*.ts'],
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
