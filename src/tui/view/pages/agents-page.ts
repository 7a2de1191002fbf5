/** The page of agents: the connected ones, what each holds, runs and asks for, and how another one joins. */

import { shownName } from '../../../client/terminal-names.ts';
import { elapsed } from '../../../protocol/common/durations.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { AgentStatus } from '../../../protocol/messages.ts';
import { clock } from '../../blocks/header/chip.ts';
import { askerOf, dialogContext } from '../../model/derived/input-context.ts';
import { joinedHints, keyHint } from '../../model/derived/key-of.ts';
import type { Piece } from '../../model/derived/mode-chip.ts';
import type { Model } from '../../model/model.ts';
import { oneLine } from '../../outer/one-line.ts';
import { type DialogContents, pageOf } from './dialog-contents.ts';

type Line = readonly Piece[];

/** Characters shown of a name or a command. */
const MAX_TEXT = 80;

export function agentsContents(model: Model, scroll: number, now: number, room: number): DialogContents {
  const { shown, where } = pageOf(agentsLines(model, now), scroll, room);
  const context = dialogContext({ kind: 'agents' });
  const copies =
    model.around.agentLine === undefined
      ? []
      : [
          keyHint(model, 'page', 'page.copyLine', 'copies the line', context),
          keyHint(model, 'page', 'page.copyJson', 'the JSON', context),
        ];
  const closes = keyHint(model, 'page', 'dialog.cancel', 'closes');
  const footer = joinedHints(model.appearance.glyphs.separator, ...copies, closes);
  return { title: 'Agents', lines: shown, field: undefined, footer: `${where}${footer}` };
}

/** Returns all lines of the page. */
export function agentsLines(model: Model, now: number): readonly Line[] {
  return [...agentLines(model, now), [], ...joinLines(model)];
}

function agentLines(model: Model, now: number): readonly Line[] {
  const { agents } = model;
  switch (agents.kind) {
    case 'unknown':
      return [[{ text: 'Asking the host.', role: 'muted' }]];
    case 'off':
      return [[{ text: agents.reason, role: 'warning' }]];
    case 'known':
      if (agents.list.length === 0) return [[{ text: 'No agent is connected.', role: 'muted' }]];
      return agents.list.flatMap((agent) => linesOf(model, agent, now));
  }
}

function linesOf(model: Model, { handle, since, holds }: AgentStatus, now: number): readonly Line[] {
  const name = `@${oneLine(handle, MAX_TEXT)}`;
  const held = model.tabs.filter(({ resource }) => holds.includes(resource));
  const asked = model.tabs.filter((tab) => askerOf(tab) === handle);
  return [
    [
      { text: name, role: 'agent' },
      { text: `  connected since ${clock(since, now)}`, role: 'muted' },
    ],
    ...held.map((tab): Line => {
      const { running } = cottyMeta<TerminalMeta>(tab._meta);
      const what =
        running === undefined
          ? 'idle'
          : `${oneLine(running.commandLine, MAX_TEXT)} ${elapsed(now - running.timestamp)}`;
      return [
        { text: `  holds ${oneLine(shownName(tab), MAX_TEXT)}  `, role: 'text' },
        { text: what, role: running === undefined ? 'muted' : 'running' },
      ];
    }),
    ...asked.map(
      (tab): Line => [{ text: `  asks for ${oneLine(shownName(tab), MAX_TEXT)}`, role: 'warning' }],
    ),
    ...(held.length + asked.length === 0 ? [[{ text: '  holds nothing', role: 'muted' } as const]] : []),
  ];
}

function joinLines({ around: { agentLine } }: Model): readonly Line[] {
  if (agentLine === undefined) {
    return [
      [{ text: 'The host is inside this window: start cotty without --embed for agents.', role: 'muted' }],
    ];
  }
  return [
    [{ text: 'To let one in, paste this into a shell (Claude Code):', role: 'muted' }],
    [{ text: `  ${agentLine.command}`, role: 'command' }],
    [{ text: 'or this into the settings of any MCP client:', role: 'muted' }],
    [{ text: `  ${agentLine.json}`, role: 'command' }],
  ];
}
