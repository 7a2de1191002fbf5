/** `term_screen` — what a person would see now, as text and facts. */

import * as z from 'zod';
import type { ScreenReport } from '../../protocol/cotty/cotty-requests.ts';
import { ANSWER_CHARS, lastLines } from '../answers/bounded-text.ts';
import { type ShownScreen, screenSchema } from '../answers/schemas.ts';
import { name } from './params.ts';
import { terminalNamed } from './terminal-named.ts';
import { looks, tool } from './tool.ts';

export const screen = tool({
  name: 'term_screen',
  title: 'See the screen',
  description:
    'The screen of any terminal as text: rows, cursor, whether a full-screen program (vim, htop, less) is in front, whether something waits for input, title and progress. Use it after term_keys, and to see why a command does not end.',
  input: z.strictObject({ name }),
  output: screenSchema,
  hints: looks,
  async run({ agent }, args) {
    const found = terminalNamed(agent, args.name);
    if (!found.ok) return found;
    const facts = shown(await agent.client.cotty.screen(found.uri));
    return { ok: true, text: screenText(facts, found.name), data: facts };
  },
});

function shown(facts: ScreenReport): ShownScreen {
  const { cols, rows, cursor, title, running, progress } = facts;
  return {
    lines: [...lastLines(facts.lines, ANSWER_CHARS)],
    cols,
    rows,
    cursor: { x: cursor.x, y: cursor.y, visible: cursor.visible },
    full_screen: facts.fullScreen,
    title,
    running: running === null ? null : { cmd: running.cmd, seq: running.seq, writer: running.writer },
    waiting_for_input: facts.waitingForInput,
    progress: progress === null ? null : { state: progress.state, percent: progress.percent },
  };
}

function screenText(facts: ShownScreen, name: string): string {
  const { cols, rows, cursor, running, waiting_for_input, full_screen, title, progress } = facts;
  const said = [
    `${name}: ${cols} by ${rows}, cursor at row ${cursor.y + 1} column ${cursor.x + 1}`,
    running === null
      ? 'nothing runs'
      : `runs $ ${running.cmd} (#${running.seq}, by ${running.writer ?? 'somebody'})`,
    ...(full_screen ? ['a full-screen program is in front'] : []),
    ...(waiting_for_input === null ? [] : [WAITS[waiting_for_input] ?? 'waits for input']),
    ...(title === '' ? [] : [`title "${title}"`]),
    ...(progress === null ? [] : [`progress ${progress.percent} % (${progress.state})`]),
  ];
  const last = facts.lines.findLastIndex((line) => line.trim() !== '');
  // Empty rows at the foot are counted in the size; as text they only cost.
  return `${said.join(' · ')}\n──\n${facts.lines.slice(0, last + 1).join('\n') || '(empty)'}`;
}

const WAITS: Readonly<Record<string, string>> = {
  'echo-off': 'waits for a password (echo is off): leave that to a person',
  prompt: 'seems to wait for input',
};
