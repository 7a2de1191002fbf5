import { expect, test } from 'vitest';
import { toolsOf } from '../../src/mcp/tool-list.ts';
import { expectGenerated, readReadme } from '../support/readme.ts';
import { toolTable } from '../support/tool-table.ts';

const path = 'src/mcp/README.md';

test('the README shows the tools as they are (npm run readme brings it up to date)', async () => {
  await expectGenerated(path, { tools: toolTable() });
});

test('the README names the tools of --compat', () => {
  const readme = readReadme(path);
  const own = toolsOf({ compat: false }).map(({ name }) => name);
  const older = toolsOf({ compat: true }).filter(({ name }) => !own.includes(name));
  expect(older.map(({ name }) => name).filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});
