/** Parts, states and bodies for the tests of the blocks. */

import { blocksOf } from '../../../src/client/blocks/block.ts';
import type { CommandMeta } from '../../../src/protocol/terminal/command-meta.ts';
import type { CommandPart, ContentPart, TerminalState } from '../../../src/protocol/terminal/state.ts';
import { emptyBlocksView } from '../../../src/tui/blocks/block/block-view.ts';
import type { BodyInput } from '../../../src/tui/blocks/block/body-line.ts';
import { OutputCache } from '../../../src/tui/blocks/output/output-cache.ts';

export const ME = 'user:mara';

export function command(
  change: Partial<Omit<CommandPart, '_meta'>> & { readonly meta?: CommandMeta } = {},
): CommandPart {
  const { meta, ...part } = change;
  return {
    type: 'command',
    commandId: 'c1',
    commandLine: 'true',
    output: '',
    timestamp: 1_000,
    isComplete: true,
    exitCode: 0,
    durationMs: 400,
    ...part,
    ...(meta === undefined ? {} : { _meta: { 'x-cotty': meta } }),
  };
}

/** Parts c0, c1, … with these outputs, a second apart. */
export function commands(outputs: readonly string[]): readonly CommandPart[] {
  return outputs.map((output, index) =>
    command({ commandId: `c${index}`, commandLine: `run ${index}`, output, timestamp: 1_000 * (index + 1) }),
  );
}

export function stateOf(content: readonly ContentPart[], change: Partial<TerminalState> = {}): TerminalState {
  return {
    title: 'sh',
    content,
    lifecycle: { status: 'running' },
    claim: { kind: 'client', clientId: 'me' },
    ...change,
  };
}

export function bodyOf(outputs: readonly string[], change: Partial<BodyInput> = {}): BodyInput {
  return {
    blocks: blocksOf(stateOf(commands(outputs)), ME),
    live: { rows: 2 },
    view: emptyBlocksView(),
    cols: 40,
    height: 10,
    output: new OutputCache(),
    openKey: 'o',
    ...change,
  };
}

export function numbered(count: number, word = 'line'): string {
  return Array.from({ length: count }, (_, index) => `${word} ${index}\r\n`).join('');
}
