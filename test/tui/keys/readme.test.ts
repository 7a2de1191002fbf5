import { test } from 'vitest';
import { readmeKeyTable } from '../../../src/tui/keys/help/help-text.ts';
import { expectGenerated } from '../../support/readme.ts';

test('the README shows the keys as they are (npm run readme brings it up to date)', async () => {
  await expectGenerated('src/tui/keys/README.md', { keys: readmeKeyTable() });
});
