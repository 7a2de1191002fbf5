/**
 * Machines that misbehave, each a script that stands between us and a machine (`exec:`), and what is asked of a machine. Whatever is
 * asked ends in its time, with a sentence that a person understands, or works as if the machine were a good one.
 */

import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FarHost } from '../../src/client/machines/far-host.ts';
import { readMachineAddress } from '../../src/machine/address.ts';
import { openForward } from '../../src/machine/forward.ts';
import { install, prune } from '../../src/machine/install.ts';
import { farStatus, probe } from '../../src/machine/probe.ts';
import { connectMachine, type WayOptions } from '../../src/machine/way.ts';
import { programPath } from '../support/programs.ts';
import { removeFolder } from '../support/remove-folder.ts';

const VERSION = '9.9.9';
let root: string;
let echo: Server;

/** What each machine does before, or instead of, the line that it is to run ("$@"). */
const MACHINES = {
  good: 'exec "$@"',
  chatty: [
    'printf "Welcome {\\"user\\"} "',
    'echo "news of the day" >&2',
    'printf "no line end " >&2',
    '(for n in 1 2 3; do sleep 0.1; echo "a job goes on" >&2; done) &',
    'exec "$@"',
  ].join('\n'),
  slow: 'sleep 0.4; exec "$@"',
  silent: 'exec sleep 600',
  waits: 'printf "Token for the VPN: "; exec sleep 600',
  deaf: 'echo "cotty reached" >&2; exec sleep 600',
  floods: 'exec yes "all work and no play"',
  refuses: 'echo "ada@box: Permission denied (publickey,password)." >&2; exit 255',
  changed: [
    'echo "@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @" >&2',
    'echo "Host key verification failed." >&2',
    'echo "Connection closed by UNKNOWN port 65535" >&2',
    'exit 255',
  ].join('\n'),
  asks: 'echo "sudo: a password is required" >&2; exit 1',
  gone: 'echo "ssh: connect to host box port 22: No route to host" >&2; exit 255',
  full: 'ulimit -f 8; exec "$@"',
  // The link is cut in the middle of a copy.
  short: 'dd bs=1 count=60000 2>/dev/null | "$@"',
} as const;
type Machine = keyof typeof MACHINES;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'cotty-hostile-'));
  for (const [name, script] of Object.entries(MACHINES)) {
    writeFileSync(join(root, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    home(name as Machine);
  }
  echo = createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket));
  await new Promise<void>((resolve) => {
    echo.listen(0, '127.0.0.1', resolve);
  });
});

afterAll(() => {
  echo.close();
  removeFolder(root);
});

/** The home folder of a machine, with a cotty of this protocol as far as these tests ask for it. */
function home(name: Machine): string {
  const path = join(root, `${name}-home`);
  const bin = join(path, '.local/share/cotty/bin');
  mkdirSync(bin, { recursive: true });
  const cotty = [
    'case "$1 $2" in',
    '"--version "*) echo 0.1.0 ;;',
    '"host --help") echo "--stdio" ;;',
    `"host status") echo '{"version":"0.1.0","pid":7,"terminals":2}' ;;`,
    '"host --stdio") echo "cotty host 0.1.0" >&2; while read -r line; do printf \'{"got":%s}\\n\' "$line"; done ;;',
    `"machine pipe") exec ${process.execPath} -e "$PIPE" "$3" ;;`,
    'esac',
  ].join('\n');
  writeFileSync(join(bin, 'cotty'), `#!/bin/sh\n${cotty}\n`);
  chmodSync(join(bin, 'cotty'), 0o755);
  return path;
}

const installed = (name: Machine) => readdirSync(join(root, `${name}-home/.local/share/cotty`)).toSorted();

function way(name: Machine, more: Partial<WayOptions> = {}): WayOptions {
  const read = readMachineAddress(`exec:${join(root, name)}`);
  if (!read.ok) throw new Error(read.error);
  const env = {
    PATH: process.env['PATH'],
    HOME: join(root, `${name}-home`),
    SHELL: programPath('sh'),
    PIPE: "const s = require('node:net').connect(Number(process.argv[1]), '127.0.0.1'); process.stdin.pipe(s).pipe(process.stdout);",
  };
  return { reach: read.reach, env, quiet: true, patience: 0.1, ...more };
}

/** A package that starts, and one file that is larger than the disk of the full machine. */
function files() {
  const folder = join(root, 'package');
  if (!existsSync(folder)) {
    mkdirSync(join(folder, 'bin'), { recursive: true });
    mkdirSync(join(folder, 'node_modules/node-pty'), { recursive: true });
    writeFileSync(join(folder, 'bin/cotty.js'), `console.log('${VERSION}')`);
    writeFileSync(join(folder, 'large'), randomBytes(4_000_000));
    writeFileSync(join(folder, 'node_modules/node-pty/index.js'), '');
  }
  return ['bin/cotty.js', 'large', 'node_modules/node-pty/index.js'].map((name) => ({
    name,
    from: join(folder, name),
  }));
}

const ASKED = {
  connect: async (name: Machine) => {
    const transport = await connectMachine(way(name));
    const got: string[] = [];
    transport.onMessage((message) => got.push(message));
    transport.send('{"n":1}');
    await expect.poll(() => got, { timeout: 8_000 }).toEqual(['{"got":{"n":1}}']);
    transport.close();
    return 'works';
  },
  probe: async (name: Machine) => {
    const { cotty, home: at, host } = await probe(way(name));
    expect({ cotty, at, host }).toMatchObject({
      cotty: { version: '0.1.0', speaks: true },
      at: join(root, `${name}-home`),
      host: { terminals: 2 },
    });
    return 'works';
  },
  ls: async (name: Machine) => {
    const status = await farStatus(way(name));
    expect(status).toMatchObject({ ok: true, host: { terminals: 2 } });
    return 'works';
  },
  install: async (name: Machine) => {
    const before = installed(name);
    const done = await install({
      way: way(name, { patience: 0.3 }),
      version: VERSION,
      files: files(),
      node: process.execPath,
      inflates: true,
    });
    if (!done.ok) {
      // Whatever a machine does after it was given up, it has some time for.
      await expect.poll(() => installed(name), { timeout: 5_000 }).toEqual(before);
      throw new Error(done.error);
    }
    expect(installed(name)).toEqual([VERSION, 'bin']);
    await prune(way(name), VERSION);
    home(name);
    return 'works';
  },
  forward: async (name: Machine) => {
    const failures: string[] = [];
    const { port } = echo.address() as AddressInfo;
    const forward = await openForward({ way: way(name), port, failed: (why) => failures.push(why) });
    const socket = connect({ port: forward.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.end('hello\n');
    const said = await text(socket).catch(() => '');
    forward.close();
    if (said === '') throw new Error(failures.join(' | '));
    expect([said, failures]).toEqual(['hello\n', []]);
    return 'works';
  },
} as const;
type Asked = keyof typeof ASKED;

const PROMPTS = 'no answer within 3 s; what was printed last: Token for the VPN:';
const REFUSED = 'ada@box: Permission denied (publickey,password).';

/** What comes of it: what works, or the sentence that a person reads. */
const TABLE: { readonly [M in Machine]: { readonly [A in Asked]: string | RegExp } } = {
  good: all('works'),
  chatty: all('works'),
  slow: all('works'),
  silent: { ...all('no answer within 3 s'), install: 'no answer within 9 s' },
  waits: { ...all(PROMPTS), install: PROMPTS.replace('3 s', '9 s') },
  deaf: {
    connect: 'its host did not answer within 3 s',
    probe: 'it did not answer within 3 s',
    ls: 'it did not answer within 3 s',
    install: 'the copy there did not answer within 9 s',
    forward: 'no answer within 3 s',
  },
  floods: {
    ...all('it prints text without end'),
    connect: 'this is not an AHP host: it prints text',
  },
  refuses: all(REFUSED),
  changed: all('Host key verification failed.'),
  asks: all('sudo: a password is required'),
  gone: all('connect to host box port 22: No route to host'),
  full: { ...all('works'), install: /unpacked|File size limit|File too large|exceeded/i },
  short: { ...all('works'), install: /end of (?:file|archive)|short read|EOF/i },
};

function all<T>(what: T): { readonly [A in Asked]: T } {
  return { connect: what, probe: what, ls: what, install: what, forward: what };
}

const cells = (Object.keys(MACHINES) as Machine[]).flatMap((machine) =>
  (Object.keys(ASKED) as Asked[]).map((asked) => [machine, asked, TABLE[machine][asked]] as const),
);

describe('what is asked of a machine that misbehaves', () => {
  test.each(cells)(
    '%s: %s → %s',
    async (machine, asked, expected) => {
      const outcome = await ASKED[asked](machine).catch((error: unknown) =>
        error instanceof Error ? error.message : String(error),
      );
      if (typeof expected === 'string') expect(outcome).toBe(expected);
      else expect(outcome).toMatch(expected);
    },
    40_000,
  );

  test.each<[Machine, 'stopped' | 'away']>([
    ['refuses', 'stopped'],
    ['changed', 'stopped'],
    ['asks', 'stopped'],
    ['gone', 'away'],
    ['silent', 'away'],
    ['floods', 'away'],
  ])(
    '%s is %s for a window',
    async (machine, kind) => {
      let attempts = 0;
      const far = new FarHost({
        machine: {
          name: machine,
          address: `exec:${machine}`,
          way: () => ({
            transportFactory: (signal) => {
              attempts += 1;
              return connectMachine(way(machine, { signal, patience: 0.02 }));
            },
          }),
        },
        identity: { clientId: 'me' },
        onState: () => {},
        onClient: () => {},
        log: () => {},
        random: () => 0.99,
      });
      far.connect();
      await expect.poll(() => far.state.kind, { timeout: 20_000 }).toBe(kind);
      if (kind === 'stopped') expect(attempts).toBe(1);
      else await expect.poll(() => attempts, { timeout: 20_000 }).toBeGreaterThan(1);
      far.close();
    },
    40_000,
  );
});

test.each([
  ['wait for ever', 'exec sleep 600', ['its login shell ']],
  ['print text, and end the shell at once', 'printf "Welcome "; exit 3', []],
  ['leave a job behind that holds their output', 'sleep 600 & echo Welcome', []],
])('start files of a login shell that %s hold up nothing', async (_, profile, late) => {
  const path = join(home('good'), '.profile');
  writeFileSync(path, `${profile}\n`);
  const begun = performance.now();
  try {
    const found = await probe(way('good'));
    expect(found).toMatchObject({ cotty: { version: '0.1.0' }, host: { terminals: 2 } });
    expect(found.late).toEqual(late.map((what) => expect.stringContaining(what)));
    expect(performance.now() - begun).toBeLessThan(8_000);
  } finally {
    rmSync(path);
  }
});

test('two who install at once leave one whole version, and nothing beside it', async () => {
  const own = home('good');
  const both = await Promise.all(
    [1, 2, 3].map(() =>
      install({
        way: way('good', { patience: 1 }),
        version: VERSION,
        files: files(),
        node: process.execPath,
        inflates: true,
      }),
    ),
  );
  expect(both).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
  expect(installed('good')).toEqual([VERSION, 'bin']);
  expect(readdirSync(join(own, '.local/share/cotty', VERSION)).toSorted()).toEqual([
    'bin',
    'large',
    'node_modules',
  ]);
  expect(readdirSync(join(own, '.local/share/cotty/bin'))).toEqual(['cotty']);
});

test('a copy under way is no version, and neither is removed by who removes old versions', async () => {
  const folder = join(home('good'), '.local/share/cotty');
  for (const name of ['.part-0.1.0-abcd', '0.1.0.part-84ea']) mkdirSync(join(folder, name));
  expect((await probe(way('good'))).installed).not.toContain('0.1.0.part-84ea');
  await prune(way('good'), VERSION);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['.part-0.1.0-abcd', '0.1.0.part-84ea']));
});
