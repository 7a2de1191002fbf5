import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LineTransport, type LineTransportOptions } from '../../src/rpc/line-transport.ts';
import { CloseCode, type CloseReason } from '../../src/rpc/transport.ts';

let input: PassThrough;
let output: PassThrough;
let got: string[];
let prose: string[];
let closed: CloseReason[];

beforeEach(() => {
  [input, output] = [new PassThrough(), new PassThrough()];
  [got, prose, closed] = [[], [], []];
});

function made(options: Partial<LineTransportOptions> = {}): LineTransport {
  const transport = new LineTransport({ input, output, ...options });
  transport.onMessage((text) => got.push(text));
  transport.onClose((why) => closed.push(why));
  return transport;
}

const withProse = { onProse: (line: string) => prose.push(line) };

describe('a line transport', () => {
  it('reads messages and the words before them alike, wherever the bytes are split', async () => {
    const bytes = Buffer.from('Welcome, Zoë 🎉\r\n\n{not yet}\n{"a":"é🎉"}\n{"b":2}\n');
    for (let at = 0; at <= bytes.length; at += 1) {
      [input, output, got, prose] = [new PassThrough(), new PassThrough(), [], []];
      made(withProse);
      input.write(bytes.subarray(0, at));
      await turn();
      input.write(bytes.subarray(at));
      await expect.poll(() => got, { interval: 1 }).toEqual(['{"a":"é🎉"}', '{"b":2}']);
      expect(prose).toEqual(['Welcome, Zoë 🎉\r', '{not yet}']);
    }
  });

  it('finds a message behind words without a line end, wherever the bytes are split', async () => {
    const bytes = Buffer.from('Hi {"user"} \u001b[1mZoë {"a":{"b":"é"}}\n{"c":3}\ndone {"d":4}\n');
    for (let at = 0; at <= bytes.length; at += 1) {
      [input, output, got, prose] = [new PassThrough(), new PassThrough(), [], []];
      made(withProse);
      input.write(bytes.subarray(0, at));
      await turn();
      input.write(bytes.subarray(at));
      await expect.poll(() => got, { interval: 1 }).toEqual(['{"a":{"b":"é"}}', '{"c":3}', '{"d":4}']);
      expect(prose).toEqual(['Hi {"user"} \u001b[1mZoë ', 'done ']);
    }
  });

  it('leaves out words between messages, as of a job that a start file has left behind', async () => {
    made(withProse);
    input.write('{"a":1}\noops\n{"b":2}\n');
    await expect.poll(() => got).toEqual(['{"a":1}', '{"b":2}']);
    expect(prose).toEqual(['oops']);
  });

  it('looks for a message at few places of a line, however many there might be', async () => {
    made(withProse);
    const line = `x${'{"'.repeat(100_000)}{"a":1}`;
    const before = performance.now();
    input.write(`${line}\n{"b":2}\n`);
    await expect.poll(() => got).toEqual(['{"b":2}']);
    expect(performance.now() - before).toBeLessThan(5_000);
    expect(prose).toEqual([line]);
  });

  it('reads words while nobody listens, so that the host behind them is not held up', async () => {
    const transport = new LineTransport({ input, output, ...withProse });
    for (let line = 0; line < 200; line += 1) input.write(`${'x'.repeat(1000)}\n`);
    await expect.poll(() => prose.length).toBe(200);
    input.write('{"a":1}\n');
    transport.onMessage((text) => got.push(text));
    await expect.poll(() => got).toEqual(['{"a":1}']);
  });

  it('ends when too much is printed before the first message', async () => {
    made(withProse);
    for (let line = 0; line < 300; line += 1) input.write(`${'x'.repeat(1000)}\n`);
    await expect
      .poll(() => closed)
      .toEqual([{ code: CloseCode.TooBig, reason: 'this is not an AHP host: it prints text', clean: true }]);
  });

  it('ends at a line that is too long, before its end has come', async () => {
    made({ maxLineBytes: 1000 });
    input.write(`${'x'.repeat(1000)}\n`);
    input.write('y'.repeat(1001));
    await expect
      .poll(() => closed)
      .toEqual([{ code: CloseCode.TooBig, reason: 'a line has more than 1000 bytes', clean: true }]);
    expect(got).toEqual(['x'.repeat(1000)]);
  });

  it('reads nothing while it is held, and delivers the rest in order', async () => {
    const transport = made();
    transport.hold(true);
    for (let line = 0; line < 100; line += 1) input.write(`{"n":${line},"x":"${'x'.repeat(1000)}"}\n`);
    await turn();
    expect(got).toEqual([]);
    expect(input.isPaused()).toBe(true);
    // At most one chunk was taken.
    expect(input.readableLength).toBeGreaterThan(0);
    transport.hold(false);
    await expect
      .poll(() => got.map((text) => JSON.parse(text).n))
      .toEqual(Array.from({ length: 100 }, (_, n) => n));
  });

  it('lets other things happen between the messages of a flood', async () => {
    made();
    input.write(`{"x":"${'x'.repeat(50_000)}"}\n`.repeat(10));
    await turn();
    expect(got.length).toBeLessThan(5);
    await expect.poll(() => got.length).toBe(10);
  });

  it('tells what is not sent yet, and when it is', async () => {
    const transport = made();
    const drained = vi.fn();
    transport.onDrain(drained);
    transport.send('x'.repeat(100_000));
    expect(transport.buffered).toBeGreaterThan(0);
    output.resume();
    await expect.poll(() => drained.mock.calls.length).toBe(1);
    expect(transport.buffered).toBe(0);
  });

  it('delivers what came before the end, then tells of the end', async () => {
    made();
    input.end(`{"x":"${'x'.repeat(100_000)}"}\n{"last":1}\n`);
    await expect.poll(() => closed).toEqual([{ code: CloseCode.Abnormal, reason: '', clean: false }]);
    expect(got.at(-1)).toBe('{"last":1}');
  });

  it('leaves the reason of the end to who knows it', async () => {
    const transport = made({ isFinished: 'elsewhere' });
    input.end('{"last":1}\n');
    await expect.poll(() => got).toEqual(['{"last":1}']);
    await turn();
    expect(closed).toEqual([]);
    const why = { code: CloseCode.GoingAway, reason: 'stopping', clean: true };
    transport.finish(why);
    transport.finish();
    expect(closed).toEqual([why]);
  });

  it('tells that it is closed when the peer has ended, and sends and delivers nothing more', async () => {
    const end = vi.fn();
    const transport = made({ end });
    transport.close(CloseCode.Normal, 'done');
    transport.send('late');
    input.end('{"late":1}\n');
    await expect.poll(() => closed).toEqual([{ code: CloseCode.Normal, reason: 'done', clean: true }]);
    expect(got).toEqual([]);
    expect(output.read()).toBeNull();
    expect(end).not.toHaveBeenCalled();
  });

  it('ends a peer that does not end by itself', async () => {
    const end = vi.fn();
    made({ end }).close();
    await expect.poll(() => closed.length, { timeout: 5000 }).toBe(1);
    expect(end).toHaveBeenCalledOnce();
  });

  it('still delivers what came before the peer took nothing more', async () => {
    made();
    output.destroy(new Error('EPIPE'));
    input.end('{"last":1}\n');
    await expect.poll(() => closed.length).toBe(1);
    expect(got).toEqual(['{"last":1}']);
  });
});
