import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../../src/cli/common/plain-text.ts';
import { statsJson, statsPicture, statsText } from '../../../src/cli/history/stats.ts';
import { statsLines } from '../../../src/cli/history/stats-lines.ts';
import { textOfLine } from '../../../src/screen/cells/styled-line.ts';
import { sampleStats } from './stats-sample.ts';

const folder = '../../../fixtures/stats';
const home = '/home/ada';

describe('cotty stats', () => {
  it.each([60, 100, undefined])('prints text for %s columns', async (columns) => {
    const text = statsText(statsLines(sampleStats, { home, columns }), false);
    await expect(text).toMatchFileSnapshot(`${folder}/stats-${columns ?? 'uncut'}.txt`);
  });

  it('marks headings and failures where there are colours, and nothing else of it is an escape sequence', () => {
    const lines = statsLines(sampleStats, { home, columns: 100 });
    const text = statsText(lines, true);
    expect(text).toContain('\x1b[1mMost run\x1b[0m');
    expect(text).toContain('\x1b[31m█\x1b[0m');
    expect(text.replaceAll(/\x1b\[(?:0|1|2|31|32)m/g, '')).toBe(statsText(lines, false));
    expect(statsText(lines, false)).not.toContain('\x1b');
  });

  it('draws a picture for light and dark', async () => {
    await expect(statsPicture(sampleStats, home)).toMatchFileSnapshot(`${folder}/stats.svg`);
  });

  it('prints JSON with times in seconds', async () => {
    const text = `${JSON.stringify(statsJson(sampleStats), undefined, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`${folder}/stats.json`);
  });

  it.each([70, 80, 120, 200])('has no line that is wider than %s columns', (columns) => {
    for (const line of statsLines(sampleStats, { home, columns }))
      expect(displayWidth(textOfLine(line).trimEnd())).toBeLessThanOrEqual(columns);
  });

  it('has no table without commands, and no plot without days', () => {
    const none = { ...sampleStats, days: [], mostRun: [], slowest: [], flakiest: [] };
    expect(statsLines(none, { home, columns: 80 })).toHaveLength(1);
  });
});
