import { expect, it } from 'vitest';
import { Looking } from '../../../src/host/clients/looking.ts';
import { Peer } from '../../../src/host/clients/peer.ts';
import { localAccess } from '../../../src/host/common/access.ts';
import { ROOT_URI } from '../../../src/protocol/common/uri.ts';
import { memoryPair } from '../../../src/rpc/transport.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { MemoryHost, marks, NONCE, type RawClient, settled } from '../../support/memory-host.ts';

const [T, U] = ['ahp-terminal:/1', 'ahp-terminal:/2'];
const ready = `${marks.prompt}\x1b[?2004h$ \x1b]633;B;${NONCE}\x07`;

/** Two terminals whose programs want to know their focus, and a person's window. */
async function scene() {
  const host = await MemoryHost.start();
  const window = await host.connect('w', { writer: 'user:mara' });
  for (const uri of [T, U]) await window.createTerminal(uri);
  const [one, two] = host.ptys;
  if (one === undefined || two === undefined) throw new Error('two terminals were not created');
  const print = async (text: string) => {
    for (const pty of [one, two]) pty.print(text);
    await settled();
  };
  await print(`${ready}${marks.start('agent')}\x1b[?1004h`);
  return { host, window, one, two, print };
}

async function look(client: RawClient, focus?: string, inView = focus === undefined ? [] : [focus]) {
  client.connection.notify('x-cotty/looking', { channel: ROOT_URI, inView, ...(focus && { focus }) });
  await settled();
}

it('a program learns of the focus only when that changes, not when it begins to ask', async () => {
  const { window, one, two } = await scene();
  expect(one.input).toBe('');
  await look(window, T);
  await look(window, T, [T, U]);
  expect([one.input, two.input]).toEqual(['\x1b[I', '']);
  await look(window, U, [T, U]);
  expect([one.input, two.input]).toEqual(['\x1b[I\x1b[O', '\x1b[I']);
});

it('the program that loses the focus learns it before the one that gets it', async () => {
  const { window, one, two } = await scene();
  await look(window, T);
  const order: string[] = [];
  for (const [name, pty] of Object.entries({ one, two })) {
    const write = pty.write.bind(pty);
    pty.write = (input) => {
      order.push(name);
      return write(input);
    };
  }
  await look(window, U);
  expect(order).toEqual(['one', 'two']);
});

it('a terminal keeps the focus while any window or page has it', async () => {
  const { host, window, one } = await scene();
  const page = await host.connect('p', { writer: 'user:mara' });
  await look(window, T);
  await look(page, T);
  await look(window);
  expect(one.input).toBe('\x1b[I');
  await look(page, U);
  expect(one.input).toBe('\x1b[I\x1b[O');
});

it('the host tells that nobody is there when the last window ends or loses its connection', async () => {
  const { host, window, one } = await scene();
  await look(window, T);
  window.connection.close();
  await settled();
  expect(one.input).toBe('\x1b[I\x1b[O');
  const next = await host.connect('w', { writer: 'user:mara' });
  await look(next, T);
  expect(one.input).toBe('\x1b[I\x1b[O\x1b[I');
});

it('those who only watch, and agents, do not count', async () => {
  const { host, one } = await scene();
  const viewer = await host.connect('v', { access: { ...localAccess, watchOnly: true } });
  const agent = await host.connect('a', { writer: 'agent:bob' });
  await look(viewer, T);
  await look(agent, T);
  expect(one.input).toBe('');
});

it('a malformed report, or one about a terminal that is not there, changes nothing', async () => {
  const { window, one } = await scene();
  await look(window, T);
  await look(window, 'ahp-terminal:/gone', Array<string>(1025).fill(T));
  window.connection.notify('x-cotty/looking', { channel: ROOT_URI, inView: 7 });
  await settled();
  expect(one.input).toBe('\x1b[I');
  await look(window, 'ahp-terminal:/gone');
  expect(one.input).toBe('\x1b[I\x1b[O');
});

it('a shell at its prompt gets nothing, not even where a program was killed that had asked', async () => {
  const { window, one, print } = await scene();
  await print(`${marks.end(1)}${ready}`);
  await look(window, T);
  await look(window);
  expect(one.input).toBe('');
});

it('a shell that asks at its prompt is told', async () => {
  const { window, one, print } = await scene();
  await print(`${marks.end(0)}${ready}\x1b[?1004h`);
  await look(window, T);
  expect(one.input).toBe('\x1b[I');
});

it('a change is told behind all that was typed before, also while a command is delivered; of several the last', async () => {
  const { host, window, one, print } = await scene();
  const says = (text: string) => `\x1b]633;P;${text};${NONCE}\x07`;
  await print(`${marks.end(0)}${says('Editor=keys')}${ready}`);
  const run = window.request('x-cotty/run', { channel: T, commandLine: 'vim' });
  await settled();
  await print(says('Ready=1'));
  const before = one.input;
  await window.dispatch(T, { type: 'terminal/input', data: 'ix' });
  await look(window, T);
  await look(window);
  await look(window, T);
  await look(window);
  expect(one.input).toBe(before);
  await print(`${says('Fetched=1')}${says('Taken=1')}${marks.start('vim')}\x1b[?1004h`);
  host.clock.pass(400);
  await settled();
  expect(one.input.slice(before.length)).toMatch(/ix\x1b\[O$/);
  expect(one.input).not.toContain('\x1b[I');
  await print(marks.end(0));
  await run;
});

it('asks nobody for the terminal and types nothing: its holder stays', async () => {
  const { host, window, one } = await scene();
  const other = await host.connect('o', { writer: 'user:ben', subscribe: [T] });
  await look(other, T);
  expect(one.input).toBe('\x1b[I');
  const kinds = other.envelopes.filter(({ channel }) => channel === T).map(({ action }) => action?.type);
  expect(kinds).not.toContain('terminal/claimed');
  expect(kinds).not.toContain('terminal/input');
  await look(window, T);
});

it('after the host was killed, a program is told that nobody is there unless a window comes back for it', async () => {
  const told: unknown[] = [];
  const looking = new Looking((...change) => told.push(change));
  const clock = new HandClock();
  looking.resumed([T, U], clock);
  looking.take(new Peer(memoryPair()[0]), { inView: [T], focus: T });
  expect(told).toEqual([[T, true]]);
  clock.pass(5000);
  expect(told).toEqual([
    [T, true],
    [U, false],
  ]);
});

it('knows what is in sight of a person, with the focus or without', () => {
  const looking = new Looking(() => {});
  const peer = new Peer(memoryPair()[0]);
  looking.take(peer, { inView: [T, U], focus: T });
  looking.take(peer, { inView: [T, U] });
  expect([looking.isLookedAt(U), looking.hasFocus(T)]).toEqual([true, false]);
  looking.leave(peer);
  expect(looking.isLookedAt(U)).toBe(false);
});
