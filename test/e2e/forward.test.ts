/** Ports of another machine, which `cotty forward` and the window bring to this one. */

import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitForMode } from '../support/face.ts';
import { nameFarHost } from '../support/far-host.ts';
import { key } from '../support/keys.ts';
import { programNode } from '../support/node.ts';
import { bin, Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
/** The folders of the host that is the machine `box`. */
let far: Record<string, string>;
/** Servers of this test stand for those of the other machine, which has the same localhost. */
const servers: Server[] = [];
const children: (() => void)[] = [];

beforeAll(async () => {
  sandbox = new Sandbox();
  far = nameFarHost(sandbox);
  expect(await sandbox.run(['new', 'web', '--detached'], far)).toMatchObject({ code: 0 });
});

afterAll(async () => {
  for (const end of children) end();
  for (const server of servers) server.close();
  await sandbox.run(['host', 'stop', '--yes'], far);
  await sandbox.close();
});

function listening(served: (socket: Socket) => void): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, served);
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** Starts `cotty forward`; resolves with the port that leads there. */
async function forward(
  ...args: readonly string[]
): Promise<{ port: number; words: () => string; end: () => Promise<number | null> }> {
  const child = spawn(programNode, [bin, 'forward', ...args], { env: sandbox.env, cwd: sandbox.home });
  children.push(() => child.kill());
  let [out, words] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    words += chunk;
  });
  await expect.poll(() => out + words, { timeout: 40_000 }).toContain('\n');
  const port = Number(/^http:\/\/127\.0\.0\.1:(\d+)\/ is port \d+ of box\n$/.exec(out)?.[1]);
  const end = (): Promise<number | null> =>
    new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGINT');
    });
  return { port, words: () => words, end };
}

/** Says all that it has to say, and reads until the other side has said all. */
function talk(port: number, said: string | Buffer): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.end(said);
  return text(socket).catch((error: Error) => error.message);
}

test('a port is reached here under another number if its own is taken, and each side may end first', async () => {
  const there = await listening((socket) => {
    // It answers when all was said.
    let heard = 0;
    socket.on('data', (chunk) => {
      heard += chunk.length;
    });
    socket.on('end', () => socket.end(`${heard} characters`));
  });
  const { port, end } = await forward(`box:${there}`);
  expect(port).not.toBe(there);
  expect(await talk(port, 'hello')).toBe('5 characters');
  const many = await Promise.all(Array.from({ length: 8 }, (_, at) => talk(port, 'x'.repeat(at * 100_000))));
  expect(many).toEqual(Array.from({ length: 8 }, (_, at) => `${at * 100_000} characters`));
  expect(await end()).toBe(0);
  expect(await talk(port, '')).toContain('ECONNREFUSED');
});

test('who reads slowly holds the server up, and loses nothing', async () => {
  const size = 64 * 1024 * 1024;
  let sent = 0;
  const there = await listening((socket) => {
    const more = (): void => {
      while (sent < size) {
        sent += 65_536;
        if (!socket.write(Buffer.alloc(65_536, 120))) return;
      }
      socket.end();
    };
    socket.on('drain', more);
    more();
  });
  const { port, end } = await forward(`box:${there}`);
  const socket = connect({ port, host: '127.0.0.1' });
  socket.pause();
  // Buffers of sockets and pipes are some megabytes.
  let before = -1;
  await expect
    .poll(
      () => {
        const stands = sent > 0 && sent === before;
        before = sent;
        return stands;
      },
      { timeout: 40_000, interval: 500 },
    )
    .toBe(true);
  expect(sent).toBeLessThan(size / 2);
  let got = 0;
  for await (const chunk of socket) got += chunk.length;
  expect(got).toBe(size);
  await end();
});

test('a server that does not listen is named, and so is a port that is taken or none', async () => {
  const there = await listening(() => {});
  // Its port is not free here while it is forwarded: here and there are one machine.
  const { port, words, end } = await forward(`box:${there}`);
  for (const server of servers.splice(servers.length - 1)) server.close();
  await talk(port, 'hello');
  await expect.poll(words).toMatch(new RegExp(`^cotty: box:${there}: localhost:${there}: .*ECONNREFUSED`));
  const taken = await sandbox.run(['forward', 'box:1', '--port', String(port)]);
  expect(taken).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`port ${port} cannot be taken here: `),
  });
  await end();
  const wrong = await sandbox.run(['forward', 'box:70000']);
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"70000" in "box:70000" is no port'),
  });
  const unknown = await sandbox.run(['forward', 'elsewhere:80']);
  expect(unknown).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('there is no machine "elsewhere"'),
  });
});

test.runIf(process.platform === 'linux')(
  'a server in a terminal of the machine is listed, and a key in the window opens it here',
  async () => {
    chmodSync(sandbox.write('bin/xdg-open', '#!/bin/sh\nprintf %s "$1" >~/opened\n'), 0o755);
    const serve = sandbox.write(
      'serve.mjs',
      "import { createServer } from 'node:http';\nconst s = createServer((_, r) => r.end('from the box'));\ns.listen(0, '127.0.0.1', () => console.log('on', s.address().port));\n",
    );
    const env = { PATH: `${sandbox.home}/bin:${sandbox.env['PATH']}`, DISPLAY: ':99' };
    expect(await sandbox.run(['new', 'own', '--detached'])).toMatchObject({ code: 0 });
    const window = sandbox.open(['attach', 'own'], { env, cols: 120 });
    await window.waitForText('box:web');
    window.type('\x1b2');
    await window.waitForText('box:web ×');
    await waitForMode(window, 'RUN');
    window.type(`${programNode} ${serve}\r`);
    const port = /^on (\d+)$/m.exec((await window.waitForText(/^on \d+$/m)).text())?.[1];
    await window.waitForText(new RegExp(` :${port}\\b`));
    const ports = JSON.parse((await sandbox.run(['forward', 'box', '--json'])).stdout);
    expect(ports).toEqual([
      {
        port: Number(port),
        terminal: 'web',
        command: `${programNode} ${serve}`,
        program: expect.any(String),
      },
    ]);
    window.send(key.f7);
    await waitForMode(window, 'BROWSE');
    window.send('O');
    await window.waitForText(`Open http://localhost:${port}/ of box?`);
    window.send('\r');
    await window.waitForText(`box:${port} is at 127.0.0.1:`);
    await expect.poll(() => existsSync(join(sandbox.home, 'opened')), { timeout: 40_000 }).toBe(true);
    const opened = readFileSync(join(sandbox.home, 'opened'), 'utf8');
    expect(opened).not.toContain(`:${port}/`);
    expect(await (await fetch(opened)).text()).toBe('from the box');
    await window.close();
    await expect(fetch(opened)).rejects.toThrow();
  },
);

test.runIf(process.platform === 'linux')(
  'servers in the background of a terminal are listed, too',
  async () => {
    expect(await sandbox.run(['new', 'jobs', '--detached'], far)).toMatchObject({ code: 0 });
    const serve = sandbox.write(
      'background.mjs',
      "import { createServer } from 'node:net';\nconst s = createServer();\ns.listen(0, '127.0.0.1', () => console.log('on', s.address().port));\n",
    );
    expect(await sandbox.run(['run', 'jobs', '--', `${programNode} ${serve} &`], far)).toMatchObject({
      code: 0,
    });
    const list = async () =>
      (
        JSON.parse((await sandbox.run(['forward', 'box', '--json'])).stdout) as {
          terminal: string;
          command: unknown;
        }[]
      ).filter(({ terminal }) => terminal === 'jobs');
    await expect
      .poll(list, { timeout: 60_000, interval: 500 })
      .toEqual([{ port: expect.any(Number), terminal: 'jobs', command: null, program: expect.any(String) }]);
    expect((await sandbox.run(['forward', 'box'])).stdout).toMatch(/^\d+ +jobs +\S+ \(in the background\)$/m);
  },
);

/** A machine whose start files print text without a line end before everything, `exec:` with and without a line. */
test.each([
  ['runs a line there', ''],
  ['speaks AHP by itself', ` ${programNode} ${bin} host --stdio`],
])('what is printed before by a machine that %s does not reach the connection', async (_, behind) => {
  const chatty = join(sandbox.home, 'chatty.sh');
  const run = Object.entries(far).map(([name, value]) => `export ${name}=${value}`);
  sandbox.write('.local/bin/cotty', `#!/bin/sh\nexec ${programNode} ${bin} "$@"\n`);
  chmodSync(join(sandbox.home, '.local/bin/cotty'), 0o755);
  sandbox.write(
    'chatty.sh',
    `#!/bin/sh\nprintf 'Welcome '\n${run.join('\n')}\nPATH=$HOME/.local/bin:$PATH\nexec "$@"\n`,
  );
  chmodSync(chatty, 0o755);
  const name = behind === '' ? 'lines' : 'speaks';
  sandbox.write(
    '.config/cotty/machines',
    `${readFileSync(join(sandbox.home, '.config/cotty/machines'), 'utf8')}${name} = exec:${chatty}${behind}\n`,
  );
  expect(await sandbox.run(['ls', '--connect', name])).toMatchObject({ code: 0, stderr: '' });
  const [row] = JSON.parse((await sandbox.run(['machine', 'ls', '--json'])).stdout).filter(
    (each: { name: string }) => each.name === name,
  );
  expect(row).toMatchObject({ reachable: true, terminals: expect.any(Number) });
  const there = await listening((socket) => socket.pipe(socket));
  const child = spawn(programNode, [bin, 'forward', `${name}:${there}`], {
    env: sandbox.env,
    cwd: sandbox.home,
  });
  children.push(() => child.kill());
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  await expect.poll(() => out, { timeout: 40_000 }).toContain('\n');
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(out)?.[1]);
  expect(await talk(port, 'hello')).toBe('hello');
  child.kill('SIGINT');
});
