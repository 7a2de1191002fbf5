import tseslint from 'typescript-eslint';

/** Only what Biome cannot see: rules that need types. */
export default tseslint.config(
  {
    ignores: [
      'dist/**',
      '.stryker-tmp/**',
      'node_modules/**',
      'fixtures/**',
      'bin/**',
      '*.mjs',
      '*.cjs',
      '**/*.mjs',
    ],
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['src/protocol/**/*.ts'],
    ignores: ['src/protocol/validate/**', 'src/protocol/fields/**', 'src/protocol/messages.ts'],
    rules: { '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }] },
  },
);
