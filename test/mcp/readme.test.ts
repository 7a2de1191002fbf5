import { test } from 'vitest';
import { expectGenerated } from '../support/readme.ts';
import { toolTable } from '../support/tool-table.ts';

test('the README shows the tools as they are (npm run readme brings it up to date)', async () => {
  await expectGenerated('src/mcp/README.md', { tools: toolTable() });
});
