import { describe, expect, it } from 'vitest';
import type { OutputResult } from '../../../src/protocol/cotty/command-output.ts';
import { wholeOutput } from '../../../src/tui/window/history-effects.ts';

const total = { lines: 6, bytes: 0, chars: 0 };
const piece = (fromLine: number, text: string, more: boolean): OutputResult => ({
  text,
  fromLine,
  lines: text.split('\n').length - 1,
  total,
  more,
  running: false,
});

async function read(answers: ReadonlyMap<number, OutputResult>): Promise<string[]> {
  const pieces: string[] = [];
  const ask = ({ fromLine = 0 }) => {
    const answer = answers.get(fromLine);
    return answer === undefined ? Promise.reject(new Error('gone')) : Promise.resolve(answer);
  };
  for await (const text of wholeOutput(ask, 3, () => 'held\n')) pieces.push(text);
  return pieces.filter((text) => text !== '');
}

describe('a whole output', () => {
  it('comes as plain lines', async () => {
    const answers = new Map([
      [1, piece(1, '\x1b[31mone\r\ntwo\r\n', true)],
      [3, piece(3, 'three\x1b[0m\r\nfour', false)],
    ]);
    expect((await read(answers)).join('')).toBe('one\ntwo\nthree\nfour');
  });

  it('comes in pieces, of which only as many rows are held back as a screen has', async () => {
    const lines = Array.from({ length: 1000 }, (_, at) => `line ${at}\r\n`);
    const answers = new Map([
      [1, piece(1, lines.join(''), true)],
      [1001, piece(1001, 'end\r\n', false)],
    ]);
    const [first = '', ...rest] = await read(answers);
    expect(first.split('\n').length).toBeGreaterThan(800);
    expect([first, ...rest].join('')).toBe(`${lines.join('').replaceAll('\r', '')}end\n`);
  });

  it('says where lines were not kept', async () => {
    const answers = new Map([
      [1, piece(1, 'one\r\n', true)],
      [2, piece(2002, 'end\r\n', false)],
    ]);
    expect((await read(answers)).join('')).toBe('one\n… 2,000 lines were not kept …\nend\n');
  });

  it('is what the window holds where the host has none, and ends with a note where it breaks off', async () => {
    expect(await read(new Map())).toEqual(['held\n']);
    const broken = await read(new Map([[1, piece(1, 'one\r\n', true)]]));
    expect(broken.join('')).toBe('one\n… the rest could not be read …\n');
  });
});
