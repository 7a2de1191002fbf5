import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { recordingOf } from '../../../src/client/run/recordings.ts';
import { RealHost } from '../../support/real-host.ts';
import { removeFolder } from '../../support/remove-folder.ts';

describe.each([
  { raw: true, what: 'the raw log' },
  { raw: false, what: 'the finished commands' },
])('the recording of a terminal, from $what', ({ raw }) => {
  let folder: string;
  let host: RealHost;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cotty-recordings-'));
    host = await RealHost.start({ record: { folder, clean: false, raw } });
  });

  afterAll(async () => {
    await host.close();
    removeFolder(folder);
  });

  test('has what its commands have printed, in order, each with its line', async () => {
    const client = await host.join('user:ada');
    const channel = await host.open(client, { shell: '/bin/bash' });
    for (const word of ['alpha', 'beta', 'gamma'])
      await client.cotty.run(channel, { commandLine: `echo ${word}-$((1 + 1))` });
    // The host writes its raw log a moment later.
    const recording = await vi.waitFor(async () => {
      const read = await recordingOf(client.cotty, { channel, name: 'work' });
      if (read === undefined || !read.text.includes('gamma-2')) throw new Error('it is not recorded yet');
      return read;
    }, 20_000);
    const places = ['alpha-2', 'beta-2', 'gamma-2'].map((word) => recording.text.indexOf(word));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(recording.markers.map(({ title }) => title)).toEqual(
      ['alpha', 'beta', 'gamma'].map((word) => expect.stringContaining(`echo ${word}-`)),
    );
    // The pieces cover the text and go forward in time.
    expect(recording.pieces.at(-1)?.end).toBe(recording.text.length);
    const times = recording.pieces.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });
});
