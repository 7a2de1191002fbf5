/** Compares what the ledgers of all hosts say with an index that is made of the stream. Run with FOLDER CACHE-FOLDER NATS-URL. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { FleetClient } from '../../src/cli/fleet/fleet-client.ts';
import { FleetIndex } from '../../src/cli/fleet/fleet-index.ts';
import { idOf } from '../../src/host/fleet/publisher.ts';
import { terminalFolders } from '../../src/ledger/files/ledger-files.ts';
import { readLedger } from '../../src/ledger/read/read-ledger.ts';

const [folder = '', cache = '', url = ''] = process.argv.slice(2);
const wanted = new Set<string>();
for (const process of readdirSync(folder))
  for (const host of readdirSync(join(folder, process))) {
    const state = join(folder, process, host);
    const { id } = JSON.parse(readFileSync(join(state, 'fleet.json'), 'utf8'));
    for (const terminal of await terminalFolders(state))
      for await (const batch of readLedger(terminal, { withoutOutput: true }))
        for (const entry of batch)
          if (entry.kind === 'record' && entry.record.finishedAt !== undefined)
            wanted.add(`${id}.${idOf(terminal)}.${entry.record.seq}`);
  }
const fleet = await FleetClient.open({ servers: [url], prefix: 'cotty' });
const ends = await fleet.events();
const began = performance.now();
const index = await FleetIndex.open(cache, fleet.subjects, true);
index.begin(ends);
await index.take(fleet.eventsFrom(ends, 1));
const rebuilt = performance.now() - began;
const asked = performance.now();
index.find({ words: ['target-77'], failed: false, limit: 100 });
const searched = performance.now() - asked;
const all = index.find({ words: [], failed: false, limit: Number.POSITIVE_INFINITY }).found;
const found = new Set(
  all
    .filter(({ record }) => record.finished_at !== null)
    .map(({ host, terminal, record }) => `${host.id}.${terminal.id}.${record.seq}`),
);
index.close();
await fleet.close();
process.stdout.write(
  `${JSON.stringify({
    hosts: new Set(all.map(({ host }) => host.id)).size,
    inLedgers: wanted.size,
    inIndex: found.size,
    lost: [...wanted].filter((key) => !found.has(key)).length,
    invented: [...found].filter((key) => !wanted.has(key)).length,
    messages: ends.last,
    rebuildMs: Math.round(rebuilt),
    searchMs: Math.round(searched * 10) / 10,
    indexBytes: statSync(join(cache, 'index.db')).size,
  })}\n`,
);
