import { expect, test } from 'vitest';
import { parseConfig } from '../../../src/tui/config/parse.ts';
import { rolesTable, settingsTable } from '../../../src/tui/config/sample.ts';
import { expectGenerated, readReadme } from '../../support/readme.ts';

const path = 'src/tui/config/README.md';

test('the README shows the settings as they are (npm run readme brings it up to date)', async () => {
  await expectGenerated(path, { settings: settingsTable(), roles: rolesTable() });
});

test('the README shows a configuration that can be read', () => {
  const examples = [...readReadme(path).matchAll(/^```conf\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
  expect(examples.length).toBeGreaterThan(0);
  expect(examples.flatMap((text) => parseConfig(text).problems)).toEqual([]);
});
