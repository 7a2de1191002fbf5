/** `term_screen` — the screen as a person sees it now, as text and as fields. */

import * as z from 'zod';
import type { ScreenReport } from '../../protocol/cotty/cotty-requests.ts';
import { ANSWER_CHARS, lastLines } from '../answers/bounded-text.ts';
import { type ShownScreen, screenSchema } from '../answers/schemas.ts';
import { terminalToRead } from './terminal-named.ts';
import { looks, tool } from './tool.ts';
import { name } from './tool-params.ts';

export const screen = tool({
  name: 'term_screen',
  title: 'See the screen',
  description:
    'Shows the screen of any terminal as text: rows, cursor, title, progress, whether a full-screen program (vim, htop, less) is open, and whether something waits for input. Use it to see why a command does not end.',
  input: z.strictObject({ name }),
  output: screenSchema,
  hints: looks,
  async run({ agent }, args) {
    const found = await terminalToRead(agent, args.name);
    if (!found.ok) return found;
    const shown = shownScreen(await agent.client.cotty.screen(found.uri));
    return { ok: true, text: screenText(shown, found.name), data: shown };
  },
});

export function shownScreen(report: ScreenReport): ShownScreen {
  const { cols, rows, cursor, title, running, progress } = report;
  return {
    lines: [...lastLines(report.lines, ANSWER_CHARS)],
    cols,
    rows,
    cursor: { x: cursor.x, y: cursor.y, visible: cursor.visible },
    full_screen: report.fullScreen,
    title,
    running: running === null ? null : { cmd: running.cmd, seq: running.seq, writer: running.writer },
    waiting_for_input: report.waitingForInput,
    progress: progress === null ? null : { state: progress.state, percent: progress.percent },
  };
}

export function screenText(shown: ShownScreen, name: string): string {
  const { lines, cols, rows, cursor, running, waiting_for_input, full_screen, title, progress } = shown;
  const state = [
    `${name}: ${cols} by ${rows}, cursor at row ${cursor.y + 1} column ${cursor.x + 1}`,
    running === null
      ? 'no command runs'
      : `runs $ ${running.cmd} (#${running.seq}, by ${running.writer ?? 'somebody'})`,
    ...(full_screen ? ['a full-screen program is open'] : []),
    ...(waiting_for_input === null ? [] : [WAITS[waiting_for_input] ?? 'waits for input']),
    ...(title === '' ? [] : [`title "${title}"`]),
    ...(progress === null ? [] : [`progress ${progress.percent} % (${progress.state})`]),
  ];
  const last = lines.findLastIndex((line) => line.trim() !== '');
  // Empty rows at the bottom would only make the answer longer.
  return `${state.join(' · ')}\n──\n${lines.slice(0, last + 1).join('\n') || '(empty)'}`;
}

const WAITS: Readonly<Record<string, string>> = {
  'echo-off': 'waits for a password (echo is off): let a person type it',
  prompt: 'seems to wait for input',
};
