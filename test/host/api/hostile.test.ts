/** Hostile requests to the HTTP API: whatever comes is answered with JSON and a status, or hung up on, and nothing else. */

import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiHost } from '../../support/api-host.ts';
import { fakeSpawn } from '../../support/fake-pty.ts';

let api: ApiHost;
let id: string;

beforeAll(async () => {
  api = await ApiHost.start({ spawn: fakeSpawn().spawn, limits: { failedTokens: 1000 } });
  id = await api.make();
});
afterAll(() => api.close());

const STATUSES = [200, 201, 400, 401, 403, 404, 405, 408, 409, 413, 415, 426, 429];

/** Some requests are never whole: that long silence is an answer, too. */
const SILENCE_MS = 300;
/** Where an answer has to come. */
const PATIENCE_MS = 30_000;

/** Bytes as they stand; the answer to them, up to its end or so much of it. */
function raw(bytes: Buffer | string, waitMs: number): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(text);
    };
    const timer = setTimeout(done, waitMs);
    socket.on('data', (data) => {
      text += data.toString('latin1');
      if (text.includes('\r\n\r\n')) done();
    });
    socket.on('close', done);
    socket.on('error', done);
    socket.write(bytes);
  });
}

async function isWell(): Promise<void> {
  expect((await api.ask(`/api/terminals/${id}`)).status).toBe(200);
  expect(api.logged.filter((line) => line.includes('failed'))).toEqual([]);
}

describe('whatever comes', () => {
  it('as a body is an error with a sentence, or a terminal', async () => {
    const part = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constantFrom('{"cols":1e999}', '{"__proto__":{"cols":1}}'),
    );
    const like = fc
      .record(
        Object.fromEntries(
          ['command', 'purpose', 'cwd', 'shell', 'cols', 'rows', 'name', 'input', 'constructor'].map(
            (key) => [
              key,
              fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.jsonValue(), fc.constant('/')),
            ],
          ),
        ),
        { requiredKeys: [] },
      )
      .map((value) => JSON.stringify(value));
    const paths = ['/api/terminals', `/api/terminals/${id}/input`, `/api/terminals/${id}/resize`];
    await fc.assert(
      fc.asyncProperty(fc.oneof(part, like), fc.constantFrom(...paths), async (body, path) => {
        // A command would wait for a prompt that this pty never prints.
        if (/"command"/.test(body) && path === '/api/terminals') return;
        const answer = await api.ask(path, { method: 'POST', body });
        expect(STATUSES).toContain(answer.status);
        if (answer.status >= 400) {
          expect(Object.keys(answer.body)).toEqual(['error']);
          expect(String(answer.body['error'])).not.toMatch(/\n|\bat .*\.[jt]s\b|node:/);
        } else if (answer.status === 201) {
          await api.ask(`/api/terminals/${answer.body['terminalId']}`, { method: 'DELETE' });
        }
      }),
      { numRuns: 300 },
    );
    await isWell();
  });

  it('as a path or query is an error with a sentence, never somebody’s terminal', async () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '..',
        '.',
        '%2e%2e',
        '%',
        '%00',
        '%ff',
        'terminals',
        'output',
        '__proto__',
        'constructor',
        id,
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 5 }),
        fc.constantFrom('GET', 'POST', 'DELETE', 'HEAD', 'TRACE'),
        async (pieces, method) => {
          const path = `/api/${pieces.join('/')}`.replace(/[\s\x00-\x20\x7f-\uffff#]/g, '~');
          if (method !== 'GET' && path.includes(id)) return;
          const text = await raw(
            `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${api.token}\r\nConnection: close\r\n\r\n`,
            PATIENCE_MS,
          );
          expect(text).toMatch(/^HTTP\/1\.1 (200|201|400|404|405|415) /);
        },
      ),
      { numRuns: 300 },
    );
    await isWell();
  });

  it('as headers does not open the server, nor break it', async () => {
    const value = fc.string({
      unit: fc.constantFrom('a', ':', ' ', '\t', ',', ';', '"', '%', '\xff', '\x01', '\r', '\n'),
    });
    const name = fc.constantFrom(
      'Authorization',
      'Origin',
      'Host',
      'X-Cotty-Writer',
      'Last-Event-ID',
      'Content-Length',
      'Content-Type',
      'Transfer-Encoding',
      'Expect',
      'Upgrade',
      'Connection',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 6 }), async (headers) => {
        const lines = headers.map(([key, text]) => `${key}: ${text}\r\n`).join('');
        const text = await raw(
          Buffer.from(`POST /api/terminals HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n{}`, 'latin1'),
          SILENCE_MS,
        );
        expect(text).not.toMatch(/^HTTP\/1\.1 (?!40[013]|408|411|417|100|429|426|431)/);
      }),
      { numRuns: 150 },
    );
    await isWell();
  }, 120_000);

  it('as bytes is hung up on', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
        const text = await raw(Buffer.concat([bytes, Buffer.from('\r\n\r\n')]), SILENCE_MS);
        expect(text).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
      }),
      { numRuns: 100 },
    );
    await isWell();
  });

  it('as a body that breaks off, or is longer than it says, hurts nobody', async () => {
    const head = `POST /api/terminals HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${api.token}\r\nContent-Type: application/json\r\n`;
    for (const rest of [
      'Content-Length: 100\r\n\r\n{',
      'Transfer-Encoding: chunked\r\n\r\n5\r\n{"na',
      'Transfer-Encoding: chunked\r\n\r\nzz\r\n',
    ]) {
      const { hostname, port } = new URL(api.url);
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      await new Promise<void>((resolve) => socket.write(`${head}${rest}`, () => resolve()));
      socket.destroy();
    }
    const huge = await raw(`${head}Content-Length: 99999999999\r\n\r\n{`, PATIENCE_MS);
    expect(huge).toMatch(/^HTTP\/1\.1 413 /);
    expect(huge).toMatch(/Connection: close/i);
    await isWell();
  });
});
