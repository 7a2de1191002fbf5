import { test } from 'vitest';
import { allHelp } from '../../src/cli/common/help-pages.ts';
import { expectGenerated } from '../support/readme.ts';

test('the README shows `cotty help all` as it is (npm run readme brings it up to date)', async () => {
  // Without the line that names the version.
  const [, , ...lines] = allHelp('0').trimEnd().split('\n');
  await expectGenerated('src/cli/README.md', { help: `\`\`\`text\n${lines.join('\n')}\n\`\`\`` });
});
