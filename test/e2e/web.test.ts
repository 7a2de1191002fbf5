import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SIGNED_OUT } from '../../src/protocol/common/close-codes.ts';
import { hostOf, killHost } from '../support/kill-host.ts';
import { Sandbox } from '../support/sandbox.ts';
import { secretOf, send, WebPage } from '../support/web-page.ts';

let sandbox: Sandbox;
let pages: WebPage[] = [];
beforeAll(() => {
  sandbox = new Sandbox();
});
afterEach(() => {
  for (const page of pages) page.close();
  pages = [];
});
afterAll(() => sandbox?.close());

type Made = { readonly id: string; readonly link: string; readonly address: string; readonly access: string };

async function link(...args: string[]): Promise<Made> {
  const { code, stdout, stderr } = await sandbox.run(['web', '--json', ...args]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

async function signIn({ address, link: made }: Made): Promise<WebPage> {
  const page = await WebPage.signIn(address, made);
  pages.push(page);
  return page;
}

test('bad arguments and a taken port are named', async () => {
  const wrong = async (...args: string[]) => {
    const { code, stderr } = await sandbox.run(['web', ...args]);
    return `${code} ${stderr.split('\n', 1)[0]}`;
  };
  expect(await wrong('--listen', 'nonsense:x')).toBe(
    '2 cotty: --listen "nonsense:x" is not HOST:PORT, such as 127.0.0.1:7070',
  );
  expect(await wrong('--cert', 'cert.pem')).toBe('2 cotty: --cert and --key must be used together');
  expect(await wrong('open')).toBe(
    '2 cotty: unknown subcommand "web open"; use links, revoke, stop or status, or none',
  );
  expect(await wrong('revoke')).toBe('2 cotty: revoke needs the ID of a link or session, or --all');
  expect(await wrong('links', '--watch')).toBe(
    '2 cotty: "web links" takes none of the options that make a link',
  );
  const nowhere = await sandbox.run(['web', 'links'], {
    COTTY_RUNTIME_DIR: join(sandbox.root, 'none'),
    XDG_STATE_HOME: join(sandbox.root, 'none'),
  });
  expect(nowhere).toMatchObject({
    code: 4,
    stderr: 'cotty: no host is running; `cotty` or `cotty new` starts one\n',
  });
  const key = fileURLToPath(new URL('../../fixtures/tls/key.pem', import.meta.url));
  const unread = await sandbox.run(['web', '--no-open', '--cert', '/nowhere.pem', '--key', key]);
  expect(unread.code).not.toBe(0);
  expect(unread.stderr).toContain('/nowhere.pem');
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  expect(await wrong('--listen', `127.0.0.1:${port}`)).toMatch(
    new RegExp(`^1 cotty: cannot listen at 127\\.0\\.0\\.1:${port}: .*EADDRINUSE`),
  );
  other.close();
});

test('a link ends unused in time, and `web stop` closes the server', async () => {
  // The limit is read by a host that starts.
  await sandbox.run(['host', 'stop', '--yes']);
  const environment = { COTTY_LIMITS: 'webLinkSeconds=1' };
  const { stdout } = await sandbox.run(['web', '--json', '--watch', '--listen', '127.0.0.1:0'], environment);
  const made: Made = JSON.parse(stdout);
  expect(made.access).toBe('watch');
  await expect
    .poll(async () => (await sandbox.run(['web', 'links', '--json'])).stdout, { timeout: 60_000 })
    .toBe('');
  const late = await send(`${made.address}/web/sign-in`, {
    json: { link: secretOf(made.link) },
    headers: { origin: made.address },
  });
  expect(late).toMatchObject({ status: 401, body: { error: expect.stringContaining('expired') } });
  expect((await sandbox.run(['host', 'status'])).stdout).toContain(`web server  ${made.address}\n`);
  expect((await sandbox.run(['web', 'stop'])).stdout).toBe(`closed the web server at ${made.address}\n`);
  await expect(send(`${made.address}/`)).rejects.toThrow('ECONNREFUSED');
  expect((await sandbox.run(['web', 'status'])).stdout).toContain('closed; `cotty web` opens it');
});

test('a page is let in by a link, lists terminals, comes back after kill -9 and an exchange, and is thrown out', async () => {
  const made = await link('--listen', '127.0.0.1:0');
  expect(made.link.startsWith(`${made.address}/#t=`)).toBe(true);
  const page = await signIn(made);
  const again = await send(`${made.address}/web/sign-in`, {
    json: { link: secretOf(made.link) },
    headers: { origin: made.address },
  });
  expect(again.status).toBe(401);
  expect((await page.ask('/api/terminals', { json: { name: 'kept' } })).status).toBe(201);
  const socket = await page.connect();
  if (typeof socket === 'number') throw new Error(`refused: ${socket}`);
  await socket.initialize('phone');
  const killed = killHost(sandbox);
  await socket.closed;
  await expect.poll(() => hostOf(sandbox) ?? killed, { timeout: 60_000 }).not.toBe(killed);
  const status = () =>
    page.ask('/web/session').then(
      (answer) => answer.status,
      () => 0,
    );
  await expect.poll(status, { timeout: 60_000 }).toBe(200);
  // The server of the next host is open a moment before its terminals are back.
  const terminals = async () => (await page.ask('/api/terminals')).body['terminals'];
  await expect.poll(terminals, { timeout: 60_000 }).toMatchObject([{ title: 'kept' }]);
  const back = await page.connect();
  if (typeof back === 'number') throw new Error(`refused: ${back}`);
  await back.initialize('phone');
  // A keeper holds the programs, so that the host can be exchanged.
  expect(await sandbox.run(['host', 'restart'])).toMatchObject({ code: 0 });
  await expect.poll(status, { timeout: 60_000 }).toBe(200);
  const exchanged = await page.connect();
  if (typeof exchanged === 'number') throw new Error(`refused: ${exchanged}`);
  await exchanged.initialize('phone');
  const listed = await sandbox.run(['web', 'links']);
  expect(listed.stdout).toMatch(
    new RegExp(`^${made.id}  type  .* connected \\(1\\)  127\\.0\\.0\\.1  unknown$`, 'm'),
  );
  expect((await sandbox.run(['web', 'revoke', made.id])).stdout).toBe(`ended ${made.id}\n`);
  expect(await exchanged.closed).toBe(SIGNED_OUT);
  expect(await status()).toBe(401);
  expect(await sandbox.run(['web', 'revoke', made.id])).toMatchObject({
    code: 1,
    stderr: `cotty: there is no link and no session "${made.id}"\n`,
  });
});
