/** The HTTP API of a host on a port of the loopback interface, with real shells: each endpoint, and who may do what. */

import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiHost, PAGE, until } from '../../support/api-host.ts';
import { EventReader } from '../../support/event-reader.ts';

let api: ApiHost;
const kills: string[] = [];

beforeAll(async () => {
  api = await ApiHost.start();
});
afterAll(() => api.close());

async function made(json: Record<string, unknown> = {}): Promise<string> {
  const id = await api.make(json);
  kills.push(id);
  return id;
}

const view = async (id: string) =>
  (await api.ask(`/api/terminals/${id}`)).body['terminal'] as Record<string, unknown>;

describe('POST /api/terminals', () => {
  it('makes the shell of the user', async () => {
    const { status, headers, body } = await api.ask('/api/terminals', { json: {} });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      terminalId: expect.stringMatching(/^term-[0-9a-f]{6}$/),
      pid: expect.any(Number),
      status: 'running',
      command: 'bash',
      shell: 'bash',
      cwd: api.root,
      cols: 80,
      rows: 24,
      createdBy: expect.stringMatching(/^user:/),
      createdAt: expect.stringMatching(/^20\d\d-/),
    });
    expect(headers.get('location')).toBe(`/api/terminals/${body['terminalId']}`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).not.toHaveProperty('notRun');
  });

  it('runs a command in it, as a block of whoever asked', async () => {
    const { body } = await api.ask('/api/terminals', {
      json: { command: 'cd /tmp && pwd && false', purpose: 'look around', cwd: '/', cols: 100, rows: 30 },
      headers: { 'x-cotty-writer': 'user:mara' },
    });
    expect(body).toMatchObject({
      terminalId: expect.stringMatching(/^look-around-/),
      title: 'look around',
      purpose: 'look around',
      command: 'cd /tmp && pwd && false',
      createdBy: 'user:mara',
      cols: 100,
      rows: 30,
    });
    const id = String(body['terminalId']);
    await until(async () => (await view(id))['last'] !== undefined);
    expect(await view(id)).toMatchObject({ last: { commandLine: 'cd /tmp && pwd && false', exitCode: 1 } });
    await until(async () => (await view(id))['cwd'] === '/tmp');
    const watcher = await api.join('reader', 'user:ben');
    const mirror = await watcher.subscribe(`ahp-terminal:/${id}`);
    expect(mirror.state.content.find((part) => part.type === 'command')).toMatchObject({
      output: '/tmp\r\n',
      exitCode: 1,
      _meta: { 'x-cotty': { writer: 'user:mara' } },
    });
  });

  it('says where the shell does not take a command, and leaves the terminal', async () => {
    const { status, body } = await api.ask('/api/terminals', { json: { command: 'if )' } });
    expect(status).toBe(201);
    expect(body['notRun']).toMatch(/syntax error/);
    expect(await view(String(body['terminalId']))).toMatchObject({ status: 'running' });
  });

  it.each<[string, unknown, RegExp]>([
    ['a size that is none', { cols: -5 }, /^cols: .*\(it is -5\)$/],
    ['a size too large', { cols: 5000, rows: 10 }, /^no terminal is larger than 1000×500$/],
    ['a folder that is none', { cwd: '/no/such/folder' }, /^cwd: \/no\/such\/folder: /],
    ['a shell that is none', { shell: '/no/such/shell' }, /\/no\/such\/shell/],
    ['a command with a NUL in it', { command: 'ls\0' }, /^command: .*NUL/],
    ['a command that is none', { command: '  ' }, /^command: the command is empty/],
    [
      'a purpose of two lines',
      { purpose: 'a\nb' },
      /^purpose: control characters are not allowed \(it is "a\\nb"\)$/,
    ],
    ['a name that is a number', { name: 7 }, /^name: .*\(it is 7\)$/],
    ['a list', [1, 2], /^the body must be a JSON object \(it is \[1,2\]\)$/],
    ['null', null, /^the body must be a JSON object \(it is null\)$/],
  ])('refuses %s with 400', async (_what, json, error) => {
    const before = (await api.ask('/api/terminals')).body['terminals'];
    const answer = await api.ask('/api/terminals', { json });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: expect.stringMatching(error) });
    expect((await api.ask('/api/terminals')).body['terminals']).toHaveLength((before as unknown[]).length);
  });

  it('refuses what is not JSON, not UTF-8, too deep, too long', async () => {
    const post = (body: string | Buffer, headers = {}) => api.ask('/api/terminals', { body, headers });
    expect(await post('{')).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/not JSON/) },
    });
    expect(await post(Buffer.from([0x22, 0xff, 0x22]))).toMatchObject({
      status: 400,
      body: { error: 'the body is not UTF-8' },
    });
    expect(await post(`${'['.repeat(100)}${']'.repeat(100)}`)).toMatchObject({ status: 400 });
    expect(await post(JSON.stringify({ name: 'x'.repeat(70_000) }))).toMatchObject({
      status: 413,
      body: { error: 'the body is longer than 65536 bytes' },
    });
    expect(await post('{}', { 'content-type': 'text/html' })).toMatchObject({
      status: 415,
      body: { error: 'the body must be application/json, not "text/html"' },
    });
    expect(await post('{}', { 'content-encoding': 'gzip' })).toMatchObject({ status: 415 });
  });
});

describe('a terminal', () => {
  it('is listed, with who holds it', async () => {
    const id = await made({ name: 'listed' });
    const { status, body } = await api.ask('/api/terminals');
    expect(status).toBe(200);
    expect(body['terminals']).toContainEqual(
      expect.objectContaining({
        id,
        uri: `ahp-terminal:/${id}`,
        title: 'listed',
        status: 'running',
        holder: { name: expect.any(String), connected: false, via: 'token' },
        uptime: expect.any(Number),
      }),
    );
    expect(await view(encodeURIComponent(`ahp-terminal:/${id}`))).toMatchObject({ id });
  });

  it('takes input, and tells when its shell exits', async () => {
    const id = await made();
    const path = `/api/terminals/${id}`;
    const reader = await EventReader.open(`${api.url}${path}/output?lines=0`, api.token);
    expect(reader.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(reader.headers['cache-control']).toBe('no-store');
    const typed = await api.ask(`${path}/input`, { json: { input: 'echo $((40+2))\r' } });
    expect(typed).toMatchObject({ status: 200, body: { success: true } });
    await until(() => reader.text.includes('\r42\r\n'));
    await api.ask(`${path}/input`, { json: { input: 'exit 3\r' } });
    await until(() => reader.ended);
    expect(reader.events.at(-1)).toMatchObject({ event: 'exit', data: { exitCode: 3 } });
    expect(await view(id)).toMatchObject({ status: 'exited', exitCode: 3 });
    expect(await view(id)).not.toHaveProperty('uptime');
    expect(await api.ask(`${path}/input`, { json: { input: 'x' } })).toMatchObject({
      status: 409,
      body: { error: 'the terminal has exited' },
    });
    const again = await EventReader.open(`${api.url}${path}/output?lines=0`, api.token);
    await until(() => again.ended);
    expect(again.events.map(({ event }) => event)).toEqual(['snapshot', 'exit']);
    expect(again.text).toBe(reader.text);
    const back = await EventReader.open(`${api.url}${path}/output?lines=0`, api.token, reader.lastId);
    expect(back.status).toBe(204);
  });

  it('gets another size', async () => {
    const id = await made();
    const reader = await EventReader.open(`${api.url}/api/terminals/${id}/output?lines=0`, api.token);
    expect(await api.ask(`/api/terminals/${id}/resize`, { json: { cols: 91, rows: 33 } })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    await api.ask(`/api/terminals/${id}/input`, { json: { input: 'stty size\r' } });
    await until(() => reader.text.includes('33 91'));
    expect(reader.of('resize')).toMatchObject([{ data: { cols: 91, rows: 33 } }]);
    reader.cut();
    expect(await api.ask(`/api/terminals/${id}/resize`, { json: { cols: 1001, rows: 3 } })).toMatchObject({
      status: 400,
      body: { error: 'no terminal is larger than 1000×500 (it is 1001×3)' },
    });
    expect((await api.ask(`/api/terminals/${id}/resize`, { json: { cols: 80 } })).status).toBe(400);
  });

  it.each<[string, string]>([
    ['DELETE', ''],
    ['POST', '/kill'],
  ])('is ended by %s %s, with its program', async (method, path) => {
    const id = await api.make({ command: 'sleep 1000' });
    const { pid } = await view(id);
    const reader = await EventReader.open(`${api.url}/api/terminals/${id}/output?lines=0`, api.token);
    expect(await api.ask(`/api/terminals/${id}${path}`, { method })).toMatchObject({
      body: { success: true },
    });
    await until(() => reader.ended);
    expect(reader.events.at(-1)?.event).toBe('exit');
    // It can still be read, and nothing else.
    expect(await view(id)).toMatchObject({ status: 'exited', closed: true });
    expect((await api.ask(`/api/terminals/${id}${path}`, { method })).status).toBe(404);
    await until(() => {
      try {
        process.kill(Number(pid), 0);
        return false;
      } catch {
        // There is no such process any more.
        return true;
      }
    });
  });

  it('that is not there is answered 404, a method that is not 405', async () => {
    for (const path of ['', '/output']) {
      expect(await api.ask(`/api/terminals/none${path}`)).toMatchObject({
        status: 404,
        body: { error: 'there is no terminal "none"' },
      });
    }
    expect((await api.ask('/api/terminals/none/input', { json: { input: '' } })).status).toBe(404);
    expect((await api.ask('/api/nothing')).status).toBe(404);
    expect((await api.ask('/api/terminals/a/b/c')).status).toBe(404);
    const put = await api.ask('/api/terminals', { method: 'PUT' });
    expect(put.status).toBe(405);
    expect(put.headers.get('allow')).toBe('GET, HEAD, POST, DELETE');
    expect((await api.ask('/api/terminals/x/output', { method: 'DELETE' })).headers.get('allow')).toBe(
      'GET, HEAD',
    );
  });

  it('is answered to HEAD as to GET, without the body, also to who may only watch', async () => {
    const id = await made();
    const head = (path: string, token = api.watchToken) =>
      api.ask(`/api/terminals${path}`, { method: 'HEAD', token });
    for (const path of ['', `/${id}`, `/${id}/lines`]) {
      const { status, headers } = await head(path);
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
      expect(Number(headers.get('content-length'))).toBeGreaterThan(0);
    }
    // A stream would go on until its reader leaves.
    expect((await head(`/${id}/output`)).headers.get('content-type')).toBe(
      'text/event-stream; charset=utf-8',
    );
    expect((await head('/none')).status).toBe(404);
    expect((await head(`/${id}/input`)).status).toBe(405);
    expect((await head('', 'wrong')).status).toBe(401);
    const posted = await api.ask(`/api/terminals/${id}/kill`, { method: 'POST', token: api.watchToken });
    expect(posted.status).toBe(403);
  });

  it('takes an input up to the limit, and says 413 beyond it', async () => {
    const id = await made({ command: 'cat > /dev/null' });
    const path = `/api/terminals/${id}/input`;
    expect((await api.ask(path, { json: { input: `${'x'.repeat(1000)}\n`.repeat(1000) } })).status).toBe(200);
    expect(await api.ask(path, { json: { input: 'x'.repeat(1024 * 1024 + 1) } })).toMatchObject({
      status: 413,
      body: { error: expect.stringMatching(/^input: 1048577 characters, at most 1048576/) },
    });
    expect((await api.ask(path, { json: { input: 7 } })).body).toEqual({
      error: expect.stringMatching(/^input: .*\(it is 7\)$/),
    });
    expect((await api.ask(path, { method: 'POST' })).status).toBe(400);
  });
});

describe('who asks', () => {
  const as = (name: string) => ({ headers: { 'x-cotty-writer': `user:${name}` } });

  it('goes on typing where nobody else is, and is refused with the name of who is', async () => {
    const id = await made();
    const uri = `ahp-terminal:/${id}`;
    const type = (name: string) =>
      api.ask(`/api/terminals/${id}/input`, { json: { input: ' ' }, ...as(name) });
    expect((await type('tom')).status).toBe(200);
    const window = await api.join('window', 'user:mara');
    await window.subscribe(uri);
    const taken = await window.dispatchAndConfirm(uri, {
      type: 'terminal/claimed',
      claim: { kind: 'client', clientId: 'window' },
    });
    expect(taken).toMatchObject({ ok: true });
    const refused = { status: 403, body: { error: 'mara holds this terminal' } };
    expect(await type('tom')).toMatchObject(refused);
    // Another credential: anybody may call themselves mara.
    expect(await type('mara')).toMatchObject(refused);
    const resize = { json: { cols: 50, rows: 10 }, ...as('tom') };
    expect(await api.ask(`/api/terminals/${id}/resize`, resize)).toMatchObject(refused);
    expect(await view(id)).toMatchObject({ holder: { name: 'mara', connected: true }, cols: 80 });
    window.close();
    await until(async () => (await type('tom')).status === 200);
    expect((await api.ask(`/api/terminals/${id}/resize`, resize)).status).toBe(200);
    expect(await view(id)).toMatchObject({ holder: { name: 'tom', connected: false }, cols: 50 });
  });

  it('may type beside a window of the same person that came with the same token', async () => {
    const id = await made();
    const uri = `ahp-terminal:/${id}`;
    const window = await api.join('tom-window', 'user:tom', api.token);
    await window.subscribe(uri);
    const claim = { kind: 'client', clientId: 'tom-window' } as const;
    await window.dispatchAndConfirm(uri, { type: 'terminal/claimed', claim });
    const path = `/api/terminals/${id}/input`;
    expect((await api.ask(path, { json: { input: ' ' }, ...as('tom') })).status).toBe(200);
    expect((await api.ask(path, { json: { input: ' ' }, ...as('ben') })).status).toBe(403);
    window.close();
  });

  it('does not take the terminal and its size from a window of the same person', async () => {
    const id = await made();
    const uri = `ahp-terminal:/${id}`;
    const window = await api.join('size-window', 'user:tom', api.token);
    const mirror = await window.subscribe(uri);
    const claim = { kind: 'client', clientId: 'size-window' } as const;
    await window.dispatchAndConfirm(uri, { type: 'terminal/claimed', claim });
    const resize = { json: { cols: 50, rows: 10 }, ...as('tom') };
    expect(await api.ask(`/api/terminals/${id}/resize`, resize)).toMatchObject({
      status: 403,
      body: { error: 'tom holds this terminal in another client, which sets its size' },
    });
    expect(mirror.state).toMatchObject({ claim, cols: 80, rows: 24 });
    window.close();
    await until(async () => (await api.ask(`/api/terminals/${id}/resize`, resize)).status === 200);
  });

  it('is there while it has an output stream open: then others take over by an explicit act only', async () => {
    const id = await made();
    const uri = `ahp-terminal:/${id}`;
    const reader = await EventReader.open(`${api.url}/api/terminals/${id}/output?lines=0`, api.token);
    const holder = String((await view(id))['createdBy']).replace('user:', '');
    expect(await view(id)).toMatchObject({ holder: { name: holder, connected: true } });
    const agent = await api.join('a', 'agent:ada');
    await expect(agent.cotty.type(uri, ' ')).rejects.toMatchObject({
      message: `${holder} holds this terminal`,
    });
    const window = await api.join('w', 'user:mara');
    const mirror = await window.subscribe(uri);
    const claim = { kind: 'client', clientId: 'w' } as const;
    const plain = await window.dispatchAndConfirm(uri, { type: 'terminal/claimed', claim });
    expect(plain).toMatchObject({ ok: false, reason: `${holder} holds this terminal` });
    const takeOverFrom = mirror.state.claim.kind === 'client' ? mirror.state.claim.clientId : '';
    const over = await window.dispatchAndConfirm(uri, {
      type: 'terminal/claimed',
      claim,
      _meta: { 'x-cotty': { takeOverFrom } },
    });
    expect(over).toMatchObject({ ok: true });
    reader.cut();
    agent.close();
    window.close();
  });

  it('is a person with a name by the rules, in whatever alphabet', async () => {
    for (const writer of ['mara', 'agent:ada', 'user:', `user:${'x'.repeat(80)}`]) {
      const { status, body } = await api.ask('/api/terminals', { headers: { 'x-cotty-writer': writer } });
      expect([status, body['error']]).toEqual([400, expect.stringMatching(/^writer: /)]);
    }
    const name = Buffer.from('user:jürgen').toString('latin1');
    const { body } = await api.ask('/api/terminals', { json: {}, headers: { 'x-cotty-writer': name } });
    expect(body['createdBy']).toBe('user:jürgen');
    const query = await api.ask(`/api/terminals?writer=${encodeURIComponent('user:Ёж')}`, { json: {} });
    expect(query.body['createdBy']).toBe('user:Ёж');
  });
});

describe('the server', () => {
  it('wants a token, and takes it in each form', async () => {
    for (const token of [undefined, 'wrong']) {
      const { status, headers, body } = await api.ask('/api/terminals', { token });
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(body['error']).toMatch(/token/);
    }
    for (const query of [`token=${api.token}`, `tkn=${api.token}`, `tkn=${api.watchToken}`]) {
      expect((await api.ask(`/api/terminals?${query}`, { token: undefined })).status).toBe(200);
    }
  });

  it('lets the other token only look', async () => {
    const id = await made();
    const token = api.watchToken;
    const only = {
      status: 403,
      body: { error: 'this connection can only watch: its token or link allows nothing else' },
    };
    expect((await api.ask(`/api/terminals/${id}`, { token })).status).toBe(200);
    expect(await api.ask('/api/terminals', { token, json: {} })).toMatchObject(only);
    expect(await api.ask(`/api/terminals/${id}/input`, { token, json: { input: 'x' } })).toMatchObject(only);
    expect(await api.ask(`/api/terminals/${id}/resize`, { token, json: { cols: 9, rows: 9 } })).toMatchObject(
      only,
    );
    expect(await api.ask(`/api/terminals/${id}/kill`, { token, method: 'POST' })).toMatchObject(only);
    expect(await api.ask(`/api/terminals/${id}`, { token, method: 'DELETE' })).toMatchObject(only);
    const reader = await EventReader.open(`${api.url}/api/terminals/${id}/output?lines=0`, token);
    expect(await view(id)).toMatchObject({ holder: { connected: false } });
    await api.ask(`/api/terminals/${id}/input`, { json: { input: 'echo hel""lo\r' } });
    await until(() => reader.text.includes('hello'));
    reader.cut();
  });

  it('has nothing for web pages but those that are allowed', async () => {
    const strange = await api.ask('/api/terminals', { headers: { origin: 'https://elsewhere.example' } });
    expect(strange.status).toBe(403);
    expect([...strange.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    const allowed = await api.ask('/api/terminals', { headers: { origin: PAGE } });
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, PAGE]);
    expect(allowed.headers.get('vary')).toBe('Origin');
    const wrong = await api.ask('/api/terminals', { headers: { origin: PAGE }, token: 'wrong' });
    expect([wrong.status, wrong.headers.get('access-control-allow-origin')]).toEqual([401, PAGE]);
    const asksFirst = (origin: string) =>
      api.ask('/api/terminals', {
        method: 'OPTIONS',
        token: undefined,
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const preflight = await asksFirst(PAGE);
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, DELETE');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('X-Cotty-Writer');
    expect((await asksFirst('https://elsewhere.example')).status).toBe(403);
    expect((await api.ask('/api/terminals', { method: 'OPTIONS' })).status).toBe(405);
  });

  it('speaks HTTP of nothing else, and not at all at the socket', async () => {
    expect((await fetch(`${api.url}/apiary`)).status).toBe(426);
    expect((await fetch(`${api.url}/`)).status).toBe(426);
    const status = await new Promise((resolve, reject) => {
      const asked = httpRequest({ socketPath: api.host.socket, path: '/api/terminals' }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asked.on('error', reject).end();
    });
    expect(status).toBe(426);
  });

  it('counts terminals of a caller, and lets the right token in whatever others guess', async () => {
    const other = await ApiHost.start({ limits: { failedTokens: 2, clientTerminals: 1 } });
    try {
      expect((await other.ask('/api/terminals', { json: {} })).status).toBe(201);
      const full = await other.ask('/api/terminals', { json: {} });
      expect([full.status, full.body['error']]).toEqual([
        409,
        expect.stringMatching(/holds 1 terminals already/),
      ]);
      for (const token of ['guess1', 'guess2']) {
        expect((await other.ask('/api/terminals', { token })).status).toBe(401);
      }
      const begun = performance.now();
      expect((await other.ask('/api/terminals', { token: 'late' })).status).toBe(401);
      expect(performance.now() - begun).toBeGreaterThan(900);
      expect((await other.ask('/api/terminals')).status).toBe(200);
    } finally {
      await other.close();
    }
  });
});
