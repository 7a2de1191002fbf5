/**
 * Simulated hosts of a fleet in one process: each is a host of ours with its records and its connection to NATS, but its shell is a
 * pty without a process, which prints what a shell prints.
 *
 *   node fleet-hosts.mjs FOLDER HOSTS NATS-URL ENDS-A-SECOND
 *
 * Commands end until it is killed or told `stop` on stdin; then it closes its hosts and exits.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/host/common/clock.ts';
import { fleetMember } from '../../src/host/fleet/fleet-member.ts';
import { MemoryHost, marks } from '../support/memory-host.ts';

const [folder = '', count = '0', url = '', rate = '0'] = process.argv.slice(2);
const hosts: MemoryHost[] = [];
let stopped = false;

for (let number = 0; number < Number(count); number += 1) {
  const state = join(folder, `host-${number}`);
  mkdirSync(state, { recursive: true });
  const host = await MemoryHost.start({
    clock: systemClock,
    record: { folder: state },
    fleet: fleetMember({ nats: { servers: [url], prefix: 'cotty' }, outputs: false }),
  });
  if (host.ptys.length === 0) {
    const client = await host.connect('bench', { writer: 'user:bench' });
    await client.createTerminal('ahp-terminal:/work', { name: 'work' });
    client.connection.close();
  }
  host.pty.print(marks.prompt);
  hosts.push(host);
}
process.stdout.write(`ready ${process.memoryUsage().rss}\n`);

let turn = 0;
const each = 1000 / Number(rate);
const began = performance.now();
let next = began;
const timer = setInterval(() => {
  for (; next <= performance.now(); next += each) {
    const host = hosts[turn % hosts.length];
    host?.pty.print(
      `${marks.start(`make -j4 target-${turn}`)}cc -o target-${turn}.o\r\n${marks.end(turn % 50 === 0 ? 2 : 0)}${marks.prompt}`,
    );
    turn += 1;
  }
}, 5);

process.stdin.on('data', (text) => {
  if (stopped || !text.toString().includes('stop')) return;
  stopped = true;
  clearInterval(timer);
  void Promise.all(hosts.map(({ host }) => host.close())).then(() => {
    process.stdout.write(`stopped ${process.memoryUsage().rss}\n`, () => process.exit(0));
  });
});
