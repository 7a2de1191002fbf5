/** The recordings of a terminal as one asciicast. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rawRecording } from '../../../src/ledger/read/raw-recording.ts';
import { temporaryFolder } from '../support.ts';

const header = (timestamp: number, width: number) =>
  JSON.stringify({ version: 2, width, height: 24, timestamp, env: { TERM: 'xterm-256color' } });

it('goes on from file to file, and leaves out what is damaged', async () => {
  const folder = temporaryFolder();
  expect(await rawRecording(folder)).toBeUndefined();
  writeFileSync(
    join(folder, 'raw.1.log'),
    `${header(100, 80)}\n[0.5,"o","one\\r\\n"]\n[1,"o\n[2.25,"m","c ended"]\n`,
  );
  writeFileSync(join(folder, 'raw.log'), `${header(160, 90)}\n[0.125,"o","two\\r\\n"]\n[1.5,"o",`);
  const [first = '', ...events] = (await rawRecording(folder))?.trimEnd().split('\n') ?? [];
  expect(JSON.parse(first)).toMatchObject({ version: 2, width: 80, timestamp: 100 });
  expect(events.map((line) => JSON.parse(line))).toEqual([
    [0.5, 'o', 'one\r\n'],
    [2.25, 'm', 'c ended'],
    [2.25, 'r', '90x24'],
    [60.125, 'o', 'two\r\n'],
  ]);
});
