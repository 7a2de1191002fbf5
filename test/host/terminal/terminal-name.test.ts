import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveName } from '../../../src/cli/connect/resolve-name.ts';
import { folderName, namingOf, TerminalName } from '../../../src/host/terminal/terminal-name.ts';
import { terminalNamed } from '../../../src/mcp/tools/terminal-named.ts';
import { mergeMeta } from '../../../src/protocol/common/meta.ts';
import { fullName, readTerminal } from '../../../src/protocol/cotty/terminal-names.ts';
import type { TerminalInfo } from '../../../src/protocol/terminal/state.ts';
import { effort } from '../../support/effort.ts';
import { MemoryHost, NONCE, type RawClient, type Seen, settled } from '../../support/memory-host.ts';

const ROOT = 'ahp-root://';
const uriOf = (id: string) => `ahp-terminal:/${id}`;
const alone = { home: '/home/ada', taken: () => undefined, onLeft: () => {} } as const;

describe('the name of a folder', () => {
  it.each([
    ['file:///home/ada/src/proj', 'proj'],
    ['/srv/proj/', 'proj'],
    ['file:///home/ada', 'home'],
    ['file:///home/ada/', 'home'],
    ['file:///', 'root'],
    ['file://box/srv/app', 'app'],
    [undefined, 'terminal'],
    ['/srv/my app: new', 'my-app-new'],
    ['/srv/a%20b', 'a-b'],
    ['/srv/100%', '100'],
    ['/srv/.config', '.config'],
    ['/srv/-rf', 'rf'],
    ['/srv/...', 'folder'],
    ['/srv/:::', 'folder'],
    ['/srv/2024', 'folder-2024'],
    ['/srv/2024-01', 'folder-2024-01'],
    ['/srv/straße', 'straße'],
    ['/srv/e\u0301', '\u00e9'],
    ['/srv/日本', '日本'],
    [`/srv/${'x'.repeat(90_000)}`, 'x'.repeat(32)],
    [`/srv/${'-'.repeat(90_000)}`, 'folder'],
  ])('%s is %s', (cwd, name) => {
    expect(folderName(cwd, '/home/ada')).toBe(name === '100' ? 'folder-100' : name);
  });

  it('is a word that shells read as it is, and never the number of a command', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const name = folderName(`/srv/${text.replaceAll('/', '')}`, '/home/ada');
        expect(name).toMatch(/^[\p{L}\p{N}\p{M}_.][\p{L}\p{N}\p{M}_.+-]*$/u);
        expect(name).not.toMatch(/^-?\d+(?:-\d+)?$/);
      }),
    );
  });
});

describe('a terminal that is opened', () => {
  it('has the name of its record; one of an older version that nobody has named is named after its folder', () => {
    const old = { name: 'term:2', named: true };
    expect(namingOf(old, '/srv/proj', alone)).toEqual({ name: 'proj', named: false, earlier: ['term:2'] });
    expect(namingOf({ name: 'vim notes', named: false }, '/srv/proj', alone)).toEqual({
      name: 'proj',
      named: false,
      earlier: ['vim notes'],
    });
    expect(namingOf({ name: 'build', named: true }, '/srv/proj', alone)).toEqual({
      name: 'build',
      named: true,
      earlier: [],
    });
    const given = { ...old, earlier: [] };
    expect(namingOf(given, '/srv/proj', alone)).toEqual(given);
  });

  it('has a number behind a name that another terminal has', () => {
    const means = { ...alone, taken: (name: string) => (name === 'build' ? 'now' : undefined) } as const;
    expect(namingOf({ name: 'build', named: true, earlier: ['x'] }, '/srv/proj', means)).toEqual({
      name: 'build-2',
      named: true,
      earlier: ['build', 'x'],
    });
  });

  it('follows no folder any more when it has had 64 names, and then forgets the oldest that was given', () => {
    const named = new TerminalName({ name: 'a', named: false, earlier: [] }, '/a', alone, () => {});
    for (let count = 0; count < 64; count += 1) named.follow(`/n${count}`);
    expect(named.follow('/more')).toBe('n63');
    expect(named.earlier).toHaveLength(64);
    named.give('mine');
    expect(named.earlier).toHaveLength(64);
    expect(named.earlier).not.toContain('a');
    expect(named.earlier[0]).toBe('n63');
  });
});

let top: string;
const FOLDERS = ['proj', 'app', 'a b', '7', 'proj-2', 'Proj'];

beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'cotty-names-')));
  for (const name of FOLDERS) mkdirSync(join(top, 'src', name), { recursive: true });
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

const folder = (name: string) => pathToFileURL(join(top, 'src', name)).href;

class Place {
  host!: MemoryHost;
  person!: RawClient;
  readonly #record: string;

  constructor() {
    this.#record = mkdtempSync(join(top, 'state-'));
  }

  async start(): Promise<this> {
    this.host = await MemoryHost.start({ record: { folder: this.#record } });
    this.person = await this.host.connect('p', { writer: 'user:ada', subscribe: [ROOT] });
    return this;
  }

  async restart(): Promise<void> {
    await this.host.host.close();
    await this.start();
  }

  async create(id: string, params: Seen = {}): Promise<string | undefined> {
    return this.person.createTerminal(uriOf(id), params).then(() => undefined, String);
  }

  async list(): Promise<readonly TerminalInfo[]> {
    const { state } = await this.person.subscribe(ROOT);
    return (state['terminals'] ?? []) as readonly TerminalInfo[];
  }

  async names(): Promise<readonly string[]> {
    return (await this.list()).map(({ title }) => title);
  }

  /** A prompt in another folder. */
  async cd(id: string, path: string): Promise<void> {
    const at = (await this.list()).find(({ resource }) => resource === uriOf(id));
    const { pid } = (at?._meta?.['x-cotty'] ?? {}) as { pid?: number };
    const pty = this.host.ptys.find((each) => each.pid === pid);
    pty?.print(`\x1b]633;P;Cwd=${path};${NONCE}\x07\x1b]633;A;${NONCE}\x07$ `);
    await settled();
  }

  rename(id: string, title: string): Promise<number> {
    return this.person.dispatch(uriOf(id), { type: 'terminal/titleChanged', title });
  }

  request(method: string, id: string): Promise<string | undefined> {
    return this.person.request(method, { channel: uriOf(id) }).then(() => undefined, String);
  }

  /** The descriptions on the disk. */
  recorded(): readonly Seen[] {
    const terminals = join(this.#record, 'terminals');
    return readdirSync(terminals).map((each) =>
      JSON.parse(readFileSync(join(terminals, each, 'meta.json'), 'utf8')),
    );
  }

  /** Changes them to what an older version has written. */
  rewrite(change: (meta: Seen) => Seen): void {
    const terminals = join(this.#record, 'terminals');
    for (const each of readdirSync(terminals)) {
      const path = join(terminals, each, 'meta.json');
      writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))));
    }
  }
}

describe('a host', () => {
  it('names terminals after their folder, each differently, and prints no colon, blank or number', async () => {
    const place = await new Place().start();
    for (const [at, name] of ['proj', 'proj', 'proj', 'a b', '7'].entries())
      await place.create(`t${at}`, { cwd: folder(name) });
    expect(await place.names()).toEqual(['proj', 'proj-2', 'proj-3', 'a-b', 'folder-7']);
    // The id of a terminal is a name as well.
    await place.create('app');
    await place.create('x', { cwd: folder('app') });
    expect((await place.names()).at(-1)).toBe('app-2');
  });

  it('lets a name follow the folder of the shell, not the program, and keeps the names before', async () => {
    const place = await new Place().start();
    await place.create('t', { cwd: folder('proj') });
    await place.cd('t', '/srv/app');
    place.host.pty.print('\x1b]2;vim notes\x07');
    place.host.clock.pass(100);
    expect(await place.list()).toMatchObject([
      { title: 'app', _meta: { 'x-cotty': { earlierNames: ['proj'], programTitle: 'vim notes' } } },
    ]);
    await place.create('u', { cwd: folder('proj') });
    expect(await place.names()).toEqual(['app', 'proj-2']);
    await place.cd('t', join(top, 'src', 'proj'));
    expect(await place.names()).toEqual(['proj', 'proj-2']);
    expect(await place.list()).toMatchObject([{ _meta: { 'x-cotty': { earlierNames: ['app'] } } }, {}]);
  });

  it('keeps a name that is given, as it is typed, until an empty one gives it back to the folder', async () => {
    const place = await new Place().start();
    await place.create('t', { cwd: folder('proj') });
    await place.rename('t', 'api: new:7');
    await place.cd('t', '/srv/app');
    expect(await place.names()).toEqual(['api: new:7']);
    await place.rename('t', ' ');
    expect(await place.names()).toEqual(['app']);
  });

  it('refuses a name that another terminal has now, and says which', async () => {
    const place = await new Place().start();
    await place.create('t', { cwd: folder('proj') });
    await place.create('u', { name: 'api' });
    for (const name of ['proj', 'api', 't', uriOf('t')])
      expect(await place.create('v', { name })).toContain(`there is already a terminal "${name}"`);
    await place.person.subscribe(uriOf('u'));
    const seq = await place.rename('u', 'proj');
    expect(place.person.envelopes.find(({ origin }) => origin?.clientSeq === seq)?.rejectionReason).toBe(
      'there is already a terminal "proj"',
    );
    expect(await place.names()).toEqual(['proj', 'api']);
  });

  it('adds a number to a name that is a default, or that a foreign client asks for', async () => {
    const place = await new Place().start();
    const meta = { 'x-cotty': { nameIsDefault: true } };
    for (const id of ['t', 'u']) await place.create(id, { name: 'build it', _meta: meta });
    const foreign = await place.host.connect('f');
    await foreign.createTerminal(uriOf('v'), { name: 'build it' });
    expect(await place.names()).toEqual(['build it', 'build it-2', 'build it-3']);
  });

  it('gives a name that a living terminal had to nobody by itself, but to who asks for it', async () => {
    const place = await new Place().start();
    await place.create('t', { name: 'proj' });
    await place.rename('t', 'api');
    await place.create('u', { cwd: folder('proj') });
    expect(await place.names()).toEqual(['api', 'proj-2']);
    expect(readTerminal(await place.list(), 'proj')).toMatchObject({ terminal: { resource: uriOf('t') } });
    await place.create('v', { name: 'proj' });
    expect(readTerminal(await place.list(), 'proj')).toMatchObject({ terminal: { resource: uriOf('v') } });
    await place.request('disposeTerminal', 'v');
    expect(readTerminal(await place.list(), 'proj')).toMatchObject({ terminal: { resource: uriOf('t') } });
  });

  it('lets a name mean the last of those that had it', async () => {
    const place = await new Place().start();
    await place.create('t', { name: 'proj' });
    await place.rename('t', 'api');
    await place.create('u', { name: 'proj' });
    await place.rename('u', 'web');
    expect(readTerminal(await place.list(), 'proj')).toMatchObject({ terminal: { resource: uriOf('u') } });
    await place.restart();
    expect(readTerminal(await place.list(), 'proj')).toMatchObject({ terminal: { resource: uriOf('u') } });
  });

  it('gives a closed terminal its name back, with a number if somebody has asked for it meanwhile', async () => {
    const place = await new Place().start();
    await place.create('t', { cwd: folder('proj') });
    await place.request('x-cotty/parkTerminal', 't');
    await place.create('u', { cwd: folder('proj') });
    expect(await place.names()).toEqual(['proj-2']);
    expect(await place.create('v', { name: 'proj' })).toBeUndefined();
    await place.request('x-cotty/restoreTerminal', 't');
    expect([...(await place.names())].sort()).toEqual(['proj', 'proj-2', 'proj-3']);
    expect(readTerminal(await place.list(), 'proj')).toMatchObject({ terminal: { resource: uriOf('v') } });
  });

  it('records names at once, and restores each as it was, also of an older version', async () => {
    const place = await new Place().start();
    for (const id of ['t', 'u']) await place.create(id, { cwd: folder('proj') });
    await place.cd('t', '/srv/app');
    await expect
      .poll(() => place.recorded())
      .toContainEqual(expect.objectContaining({ name: 'app', named: false, earlier: ['proj'] }));
    await place.restart();
    // The folder is gone: a shell begins in the next one above it.
    expect(await place.names()).toEqual([expect.not.stringContaining('proj'), 'proj-2']);
    expect(readTerminal(await place.list(), 'proj')).toMatchObject({ terminal: { resource: uriOf('t') } });
    expect(readTerminal(await place.list(), 'app')).toMatchObject({ terminal: { resource: uriOf('t') } });
    await place.host.host.close();
    let count = 0;
    place.rewrite(({ earlier: _earlier, ...meta }) => {
      count += 1;
      return { ...meta, name: `term:${count}`, named: true, cwd: folder('proj') };
    });
    await place.start();
    expect([...(await place.names())].sort()).toEqual(['proj', 'proj-2']);
    const all = await place.list();
    const old = ['term:1', 'term:2'].map((name) => readTerminal(all, name));
    expect(new Set(old.map((read) => read.ok && read.terminal))).toEqual(new Set(all));
  });
});

type Step =
  | { readonly kind: 'create'; readonly far: boolean; readonly folder: string; readonly name: string }
  | { readonly kind: 'cd'; readonly far: boolean; readonly at: number; readonly folder: string }
  | { readonly kind: 'rename'; readonly far: boolean; readonly at: number; readonly name: string }
  | { readonly kind: 'park' | 'kill' | 'undo'; readonly far: boolean; readonly at: number }
  | { readonly kind: 'restart'; readonly far: boolean };

const far = fc.boolean();
const at = fc.nat({ max: 9 });
const inFolder = fc.constantFrom(...FOLDERS, 'box', 'term');
const given = fc.constantFrom(
  '',
  'proj',
  'app',
  'build',
  'build:3',
  'proj:2',
  'term:1',
  '7',
  'a b',
  'proj-2',
);
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      arbitrary: fc.record({
        kind: fc.constant('create'),
        far,
        folder: fc.constantFrom(...FOLDERS),
        name: given,
      }),
      weight: 4,
    },
    { arbitrary: fc.record({ kind: fc.constant('cd'), far, at, folder: inFolder }), weight: 4 },
    { arbitrary: fc.record({ kind: fc.constant('rename'), far, at, name: given }), weight: 2 },
    { arbitrary: fc.record({ kind: fc.constantFrom('park', 'kill', 'undo'), far, at }), weight: 3 },
    { arbitrary: fc.record({ kind: fc.constant('restart'), far }), weight: 1 },
  ) as fc.Arbitrary<Step>,
  { minLength: 1, maxLength: 24 },
);

/** What is known of the names of a host: who had which, until somebody gave it to another one. */
class Known {
  readonly had = new Map<string, Set<string>>();
  readonly parked: string[] = [];
  count = 0;

  give(uri: string, name: string): void {
    for (const [other, names] of this.had) if (other !== uri) names.delete(name);
  }

  see(list: readonly TerminalInfo[]): void {
    for (const { resource, title } of list) {
      const names = this.had.get(resource) ?? new Set();
      this.had.set(resource, names.add(title));
    }
  }
}

describe('names on two hosts', () => {
  it('mean their terminal alone at each door, and never another one while that lives', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const places = [await new Place().start(), await new Place().start()] as const;
        const known = [new Known(), new Known()] as const;
        for (const step of all) {
          const [place, names] = step.far ? [places[1], known[1]] : [places[0], known[0]];
          await perform(place, names, step);
          const lists = await Promise.all(places.map((each) => each.list()));
          check(lists, known);
        }
        for (const { host } of places) await host.host.close();
      }),
      { ...effort(25), timeout: 60_000 },
    );
  }, 600_000);
});

type Open = { readonly place: Place; readonly names: Known; readonly list: readonly TerminalInfo[] };

async function perform(place: Place, names: Known, step: Step): Promise<void> {
  const open = { place, names, list: await place.list() };
  if (step.kind === 'create') return create(open, step);
  if (step.kind === 'restart') return restart(open);
  if (step.kind === 'undo') return undo(open);
  const info = open.list[step.at % Math.max(1, open.list.length)];
  return info && act(open, info, step);
}

async function create({ place, names, list }: Open, step: Extract<Step, { kind: 'create' }>): Promise<void> {
  names.count += 1;
  const id = `${step.far ? 'f' : 'o'}${names.count}`;
  const named = step.name === '' ? {} : { name: step.name };
  const refused = await place.create(id, { cwd: folder(step.folder), ...named });
  expect(refused !== undefined).toBe(list.some(({ title }) => title === step.name));
  if (refused === undefined && step.name !== '') names.give(uriOf(id), step.name);
}

async function restart({ place, names }: Open): Promise<void> {
  await place.restart();
  for (const uri of names.parked.splice(0)) names.had.delete(uri);
}

async function undo({ place, names }: Open): Promise<void> {
  const uri = names.parked.pop();
  if (uri !== undefined) await place.request('x-cotty/restoreTerminal', idIn(uri));
}

async function act(
  { place, names, list }: Open,
  { resource }: TerminalInfo,
  step: Exclude<Step, { kind: 'create' | 'restart' | 'undo' }>,
): Promise<void> {
  const id = idIn(resource);
  if (step.kind === 'cd') await place.cd(id, join(top, 'src', step.folder));
  if (step.kind === 'rename') {
    const isTaken = list.some((other) => other.title === step.name && other.resource !== resource);
    await place.rename(id, step.name);
    if (!isTaken && step.name !== '') names.give(resource, step.name);
  }
  if (step.kind === 'park') {
    await place.request('x-cotty/parkTerminal', id);
    names.parked.push(resource);
  }
  if (step.kind === 'kill') {
    await place.request('disposeTerminal', id);
    names.had.delete(resource);
  }
}

function idIn(uri: string): string {
  return uri.slice(uriOf('').length);
}

/** Each name that is shown means its terminal alone, for subcommands and for tools of agents. */
function check(lists: readonly (readonly TerminalInfo[])[], known: readonly Known[]): void {
  const all = lists.flatMap((list, index) => (index === 0 ? list : list.map(onBox)));
  expect(new Set(all.map(fullName)).size).toBe(all.length);
  for (const info of all) {
    const name = fullName(info);
    expect(resolveName(all, name)).toEqual({ ok: true, terminal: info });
    expect(terminalNamed({ terminals: all }, name)).toMatchObject({ uri: info.resource, name });
  }
  for (const [index, list] of lists.entries()) {
    const names = known[index];
    if (names !== undefined) checkBefore(all, list, names, index === 0 ? '' : 'box:');
  }
}

/** A name that a terminal had still means it, and no other one has got it by itself. */
function checkBefore(
  all: readonly TerminalInfo[],
  list: readonly TerminalInfo[],
  names: Known,
  machine: string,
): void {
  for (const { resource, title } of list)
    for (const [uri, had] of names.had) if (uri !== resource) expect(had).not.toContain(title);
  names.see(list);
  const said = list.flatMap(({ resource }) =>
    [...(names.had.get(resource) ?? [])].map((name) => ({ resource, text: `${machine}${name}` })),
  );
  for (const { resource, text } of said)
    expect([text, resolveName(all, text)]).toMatchObject([text, { terminal: { resource } }]);
}

function onBox(info: TerminalInfo): TerminalInfo {
  return { ...info, _meta: mergeMeta(info._meta, { 'x-cotty': { machine: 'box' } }) ?? {} };
}
