import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { AnsweringTransport, LineTransport } from '../../src/mcp/stdio.ts';

const PING = { jsonrpc: '2.0', method: 'ping' } as const;

let input: PassThrough;
let output: PassThrough;
let transport: LineTransport;
let taken: unknown[];

beforeEach(async () => {
  input = new PassThrough();
  output = new PassThrough();
  transport = new LineTransport(input, output);
  taken = [];
  transport.onmessage = (message) => taken.push(message);
  await transport.start();
});

/** Resolves when everything before it is read: by then the ping behind it has arrived. */
async function saidTo(...lines: (string | Buffer)[]): Promise<unknown[]> {
  for (const line of lines) input.write(line);
  const count = taken.length;
  input.write(`${JSON.stringify({ ...PING, id: 'last' })}\n`);
  await expect.poll(() => taken.length).toBeGreaterThan(count);
  const said = String(output.read() ?? '');
  return said
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const refused = (id: unknown, code: number, message: string) => [
  { jsonrpc: '2.0', id, error: { code, message: expect.stringContaining(message) } },
];

describe('LineTransport', () => {
  it.each([
    ['what is no JSON', '{"jsonrpc":"2.0","id":1,', null, -32700, 'not JSON'],
    ['bytes of nothing', '\0\0', null, -32700, 'not JSON'],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', null, -32600, 'batches are not supported'],
    ['another version', '{"jsonrpc":"1.0","id":7,"method":"ping"}', 7, -32600, 'JSON-RPC 2.0'],
    ['a method that is no text', '{"jsonrpc":"2.0","id":8,"method":5}', 8, -32600, 'method'],
    ['an id that is no id', '{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32600, 'id'],
    ['half an id', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', 1.5, -32600, 'a whole number'],
    ['parameters in a list', '{"jsonrpc":"2.0","id":9,"method":"x","params":[1]}', 9, -32600, 'params'],
    ['a number', '42', null, -32600, 'JSON-RPC 2.0'],
  ])('answers %s, and reads on', async (_what, line, id, code, message) => {
    expect(await saidTo(`${line}\n`)).toEqual(refused(id, code, message));
  });

  it('reads a message in any pieces, several of one piece, and blank lines as nothing', async () => {
    const bytes = Buffer.from(`${JSON.stringify({ ...PING, id: 'é' })}\n\r\n  \n`);
    const said = await saidTo(
      ...Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)),
      Buffer.concat([bytes, bytes]),
    );
    expect(said).toEqual([]);
    expect(taken).toEqual([...Array(3).fill({ ...PING, id: 'é' }), { ...PING, id: 'last' }]);
  });

  it('skips a line that is too long, keeping none of it, and reads the next', async () => {
    const piece = 'x'.repeat(1024 * 1024);
    const said = await saidTo('{"jsonrpc":"2.0","id":1,"method":"', ...Array(12).fill(piece), '"}\n');
    expect(said).toEqual(refused(null, -32600, 'is too long: at most 10485760 are read'));
    expect(taken).toEqual([{ ...PING, id: 'last' }]);
  });

  it('reads nothing, and leaves out what is no answer, while its answers are not read', async () => {
    const answer = { jsonrpc: '2.0', id: 1, result: { text: 'x'.repeat(2 * 1024 * 1024) } } as const;
    await transport.send(answer);
    await transport.send({ jsonrpc: '2.0', method: 'notifications/message', params: {} });
    input.write(`${JSON.stringify({ ...PING, id: 2 })}\n`);
    await new Promise((resolve) => setImmediate(resolve));
    expect([input.isPaused(), taken]).toEqual([true, []]);
    let said = '';
    output.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await expect.poll(() => taken).toEqual([{ ...PING, id: 2 }]);
    expect(said.split('\n').filter(Boolean)).toEqual([JSON.stringify(answer)]);
  });
});

describe('AnsweringTransport', () => {
  it('refuses a second request with the id of one that waits, and more than can wait', async () => {
    const answering = new AnsweringTransport(transport);
    const seen: unknown[] = [];
    answering.onmessage = (message) => seen.push(message);
    const ask = (id: number) => `${JSON.stringify({ ...PING, id })}\n`;
    const lines = Array.from({ length: 1024 }, (_, at) => ask(at));
    input.write([...lines, ask(5), ask(2000)].join(''));
    await expect.poll(() => seen.length).toBe(1024);
    await expect.poll(() => output.readableLength).toBeGreaterThan(0);
    const said = String(output.read()).split('\n').filter(Boolean);
    expect(said.map((line) => JSON.parse(line))).toEqual([
      ...refused(5, -32600, 'the id 5 is used by a request that has no answer yet'),
      ...refused(2000, -32600, '1024 requests have no answer yet'),
    ]);
    await answering.send({ jsonrpc: '2.0', id: 5, result: {} });
    input.write(ask(5));
    await expect.poll(() => seen.length).toBe(1025);
  });
});
