import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MemoryHost, marks, type RawClient, type Seen } from '../../support/memory-host.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const T = 'ahp-terminal:/1';

let state = '';
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'cotty-annotate-'));
});
afterEach(() => removeFolder(state));

async function scene(options: { readonly recorded?: boolean } = {}) {
  const host = await MemoryHost.start(options.recorded === false ? {} : { record: { folder: state } });
  const ada = await host.connect('a', { writer: 'user:ada', screens: true });
  return { host, ada };
}

async function opened(options: { readonly recorded?: boolean } = {}) {
  const made = await scene(options);
  await made.ada.createTerminal(T, { name: 'build', cwd: 'file:///tmp', cols: 100, rows: 30 });
  run(made.host, 'make test', 'failed\r\n', 2);
  return made;
}

function run({ pty, clock }: MemoryHost, line: string, output: string, code = 0): void {
  pty.print(`${marks.prompt}$ ${marks.start(line)}${output}`);
  clock.pass(10);
  pty.print(`${marks.end(code)}${marks.prompt}$ `);
}

const annotate = (client: RawClient, params: Seen) =>
  client.request('x-cotty/annotate', { channel: T, seq: 1, ...params });

async function recordOf(client: RawClient, seq = 1): Promise<Seen> {
  const { records } = await client.request('x-cotty/records', { channel: T, seq });
  return (records as Seen[])[0] ?? {};
}

async function metaOf(client: RawClient): Promise<Seen> {
  const { state: seen } = await client.subscribe(T);
  const part = (seen['content'] as Seen[]).find(({ type }) => type === 'command') ?? {};
  return (part['_meta'] as { 'x-cotty': Seen })['x-cotty'];
}

it('is seen by all viewers at once, by readers of records, and in a later snapshot', async () => {
  const { host, ada } = await opened();
  const tom = await host.connect('t', { writer: 'user:tom', screens: true, subscribe: [T] });
  expect(await annotate(ada, { note: ' this is the failure\nI mean ', bookmarked: true })).toMatchObject({
    note: { text: 'this is the failure I mean', by: 'user:ada' },
    bookmarked: true,
  });
  await expect
    .poll(() => tom.actions(T).at(-1))
    .toMatchObject({
      type: 'x-cotty/annotated',
      commandId: expect.any(String),
      note: { text: 'this is the failure I mean', by: 'user:ada', at: expect.any(Number) },
      bookmarked: true,
    });
  expect(await recordOf(tom)).toMatchObject({
    note: 'this is the failure I mean',
    note_by: 'user:ada',
    bookmarked: true,
  });
  expect(await metaOf(tom)).toMatchObject({ note: { text: 'this is the failure I mean' }, bookmarked: true });
  const { commands } = await tom.request('x-cotty/commands', { channel: T });
  expect(commands).toMatchObject([{ note: { text: 'this is the failure I mean' }, bookmarked: true }]);
  const found = await tom.request('x-cotty/find', { text: 'failure I' });
  expect(found['commands']).toMatchObject([{ seq: 1, note: 'this is the failure I mean', bookmarked: true }]);
});

it('changes one thing and leaves the other, and removes both', async () => {
  const { ada } = await opened();
  await annotate(ada, { note: 'one' });
  expect(await annotate(ada, { bookmarked: true })).toMatchObject({
    note: { text: 'one' },
    bookmarked: true,
  });
  expect(await annotate(ada, { note: '' })).toEqual({ bookmarked: true });
  expect(await annotate(ada, { bookmarked: false })).toEqual({});
  expect(await metaOf(ada)).not.toHaveProperty('note');
  expect(await recordOf(ada)).not.toHaveProperty('bookmarked');
});

it('is there for the next host, of a terminal with a new shell and of one that is closed', async () => {
  const first = await opened();
  await annotate(first.ada, { note: 'kept' });
  await first.host.host.close();
  const second = await scene();
  expect(await metaOf(second.ada)).toMatchObject({ note: { text: 'kept', by: 'user:ada' } });
  const { commands } = await second.ada.request('x-cotty/commands', { channel: T });
  expect(commands).toMatchObject([{ note: { text: 'kept' } }]);
  await second.ada.request('disposeTerminal', { channel: T });
  second.host.clock.pass(6 * 60_000);
  await expect
    .poll(() => annotate(second.ada, { note: 'seen again', bookmarked: true }))
    .toMatchObject({ bookmarked: true });
  const later = await second.ada.request('x-cotty/commands', { channel: T });
  expect(later['commands']).toMatchObject([{ note: { text: 'seen again' }, bookmarked: true }]);
  await second.host.host.close();
  const third = await scene();
  const last = await third.ada.request('x-cotty/commands', { channel: T });
  expect(last['commands']).toMatchObject([{ note: { text: 'seen again' }, bookmarked: true }]);
  await third.host.host.close();
});

it('has its secrets redacted, everywhere', async () => {
  const { ada } = await opened();
  const shown = { text: 'with --token [redacted]' };
  expect(await annotate(ada, { note: 'with --token s3cr3tvalue' })).toMatchObject({ note: shown });
  expect(await metaOf(ada)).toMatchObject({ note: shown });
});

it('is forgotten with its command', async () => {
  const { host, ada } = await opened();
  await annotate(ada, { note: 'my-private-note' });
  await ada.request('x-cotty/forget', { channel: T, seq: 1 });
  expect(await metaOf(ada)).not.toHaveProperty('note');
  expect(await recordOf(ada)).not.toHaveProperty('note');
  await host.host.close();
  const next = await scene();
  expect(await metaOf(next.ada)).not.toHaveProperty('note');
  await next.host.host.close();
});

it('stays in memory where nothing is recorded', async () => {
  const { host, ada } = await opened({ recorded: false });
  expect(await annotate(ada, { note: 'only here' })).toMatchObject({ note: { text: 'only here' } });
  await host.host.close();
});

it('of an agent is signed, and it changes only its own and sets no bookmark', async () => {
  const { host, ada } = await opened();
  const bob = await host.connect('b', { writer: 'agent:bob' });
  expect(await annotate(bob, { note: 'a flaky test' })).toMatchObject({ note: { by: 'agent:bob' } });
  expect(await annotate(bob, { note: 'two flaky tests' })).toMatchObject({
    note: { text: 'two flaky tests' },
  });
  await expect(annotate(bob, { bookmarked: true })).rejects.toThrow('bookmarks are for people');
  await annotate(ada, { note: 'mine now' });
  await expect(annotate(bob, { note: 'no, mine' })).rejects.toThrow(
    'the note on command 1 is of user:ada: agents change their own',
  );
  await host.host.close();
});

it('is refused with the reason: to who only watches, for what runs, for no command, for nothing, and for too much', async () => {
  const { host, ada } = await opened();
  const watcher = await host.connect('w', { access: { via: 'token', watchOnly: true } as never });
  await expect(annotate(watcher, { note: 'x' })).rejects.toThrow();
  await expect(annotate(ada, {})).rejects.toThrow('note or bookmarked is needed');
  await expect(annotate(ada, { seq: 9, note: 'x' })).rejects.toThrow('there is no record 9');
  await expect(annotate(ada, { channel: 'ahp-terminal:/none', note: 'x' })).rejects.toThrow(
    'there is no ahp-terminal:/none',
  );
  await expect(annotate(ada, { note: 'x'.repeat(4097) })).rejects.toThrow('4096');
  host.pty.print(`${marks.prompt}$ ${marks.start('sleep 9')}`);
  await expect(annotate(ada, { seq: 2, note: 'x' })).rejects.toThrow('command 2 still runs');
  await host.host.close();
});
