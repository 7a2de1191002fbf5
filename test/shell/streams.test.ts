import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { TerminalAction } from '../../src/protocol/terminal/actions.ts';
import type { Segment } from '../../src/shell/segment.ts';
import { split, splitStart } from '../../src/shell/split.ts';
import { track } from '../../src/shell/track.ts';
import { trackStart } from '../../src/shell/track-state.ts';
import { NONCE } from '../support/shell-driver.ts';

const folder = fileURLToPath(new URL('../../fixtures/streams/', import.meta.url));

/** Recorded pty output → actions; the clock ticks once a mark. */
function play(chunks: readonly string[]): TerminalAction[] {
  let splitting = splitStart;
  const here = { user: 'ann', host: 'here' };
  let tracking = trackStart;
  let clock = 0;
  let commands = 0;
  const actions: TerminalAction[] = [];
  const id = () => `cmd-${++commands}`;
  const print = (data: string) => data !== '' && actions.push({ type: 'terminal/data', data });
  const mark = (segment: Extract<Segment, { kind: 'mark' }>) => {
    const context = { now: clock, id, cols: 80, writer: 'user:ann', here };
    const tracked = track(tracking, segment.mark, context);
    if (tracked === undefined) return print(segment.raw ?? '');
    clock += 1;
    tracking = tracked.state;
    return actions.push(...tracked.actions);
  };
  for (const chunk of chunks) {
    const { state, segments } = split(splitting, chunk, NONCE);
    splitting = state;
    for (const segment of segments) {
      if (segment.kind === 'text') print(segment.text);
      else if (segment.kind === 'mark') mark(segment);
    }
  }
  expect(splitting.held).toBe('');
  return joinData(actions);
}

function joinData(actions: readonly TerminalAction[]): TerminalAction[] {
  const joined: TerminalAction[] = [];
  for (const action of actions) {
    const last = joined.at(-1);
    if (action.type === 'terminal/data' && last?.type === 'terminal/data') {
      joined[joined.length - 1] = { type: 'terminal/data', data: last.data + action.data };
    } else joined.push(action);
  }
  return joined;
}

describe.each(readdirSync(folder))('streams recorded from %s', (shell) => {
  const names = readdirSync(join(folder, shell)).filter((name) => name.endsWith('.raw'));

  it.each(names)('%s becomes the expected actions, in whatever pieces it comes', async (name) => {
    const raw = readFileSync(join(folder, shell, name), 'utf8');
    const actions = play([raw]);
    expect(play(raw.split(''))).toEqual(actions);
    expect(play(raw.match(/.{1,7}/gsu) ?? [])).toEqual(actions);
    await expect(`${JSON.stringify(actions, null, 1)}\n`).toMatchFileSnapshot(
      join(folder, shell, name.replace('.raw', '.actions.json')),
    );
  });
});
