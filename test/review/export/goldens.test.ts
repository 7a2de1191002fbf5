import { describe, expect, it } from 'vitest';
import { exported } from '../../../src/review/export/exported.ts';
import { FORMATS } from '../../../src/review/export/format-names.ts';
import { written } from '../../../src/review/export/formats.ts';
import { styledOutput } from '../../../src/screen/text/styled-output.ts';
import { SAMPLES } from './sample-runs.ts';

describe('an export of commands', () => {
  for (const [name, sample] of Object.entries(SAMPLES))
    it.each(FORMATS.map(({ id }) => id).filter((id) => id !== 'png'))(
      `has "${name}" as before: %s`,
      async (id) => {
        const { runs } = exported(sample, styledOutput, { withSecrets: false });
        const text = written(id, runs, { home: '/home/mara', title: `Sample: ${name}` });
        await expect(text).toMatchFileSnapshot(`../../../fixtures/export/${name}.${id}`);
      },
    );
});
