import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { offerProject } from '../../../src/cli/make/open-project.ts';
import { fakeIo } from '../../support/fake-io.ts';
import { RealHost } from '../../support/real-host.ts';

let host: RealHost;
let path = '';
beforeEach(async () => {
  host = await RealHost.start({ limits: { terminals: 2 } });
  path = join(host.root, '.cotty');
  writeFileSync(path, ['one', 'two', 'three'].map((name) => `[[terminal]]\nname = "${name}"\n`).join(''));
});
afterEach(() => host.close());

/** Offers the project to somebody who says yes; returns what was opened first, and what was said. */
async function agreed() {
  const client = await host.join('user:mara');
  const { io, err, type } = fakeIo({ env: { COTTY_STATE_DIR: join(host.root, 'state') }, tty: true });
  const offered = offerProject(client, path, io);
  await expect.poll(err).toContain('Open them');
  type('y\n');
  return { first: await offered, said: err(), client };
}

test('a terminal that cannot be opened is named, and the others are opened', async () => {
  const { first, said, client } = await agreed();
  expect(first).toContain('one');
  expect(said).toContain('"three" was not opened: ');
  await expect.poll(() => client.root.state.terminals?.map(({ title }) => title)).toEqual(['one', 'two']);
});

test('an answer that cannot be kept holds all the same, and is said', async () => {
  // A folder stands where the answers are kept.
  mkdirSync(join(host.root, 'state', 'projects', 'full'), { recursive: true });
  const { first, said } = await agreed();
  expect(first).toContain('one');
  expect(said).toContain(`the answer about ${path} could not be saved: `);
});
