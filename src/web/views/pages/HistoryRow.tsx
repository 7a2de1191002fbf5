/** One command of the history: a link to its block, or where its terminal is closed, what is kept of its output. */

import { useSignal } from '@preact/signals';
import { statusOfCode } from '../../../client/blocks/exit-state.ts';
import { placeName } from '../../../client/blocks/place.ts';
import { writerLabel } from '../../../client/blocks/writer-label.ts';
import { duration } from '../../../protocol/common/durations.ts';
import type { FoundCommand, FoundLine } from '../../../protocol/cotty/find.ts';
import { hashOf } from '../../model/place.ts';
import { firstLine } from '../../model/terminal-rows.ts';
import type { EmulatedOutputs } from '../../text/emulated-output.ts';
import { type Chip, chipOf } from '../blocks/chip.ts';
import { usePage } from '../parts/context.ts';
import { LONG_MS, timeText } from '../parts/durations.ts';
import { KeptOutput } from './KeptOutput.tsx';

/** Lines of an output that are shown below a command that was found by its output. */
const SHOWN_LINES = 3;

type Props = { readonly command: FoundCommand; readonly emulated: EmulatedOutputs };

export function HistoryRow({ command, emulated }: Props) {
  const isOpened = useSignal(false);
  const { open, terminal, seq } = command;
  const chip = chipOfFound(command);
  return (
    <li class={`found ${chip.tone}`}>
      {open ? (
        <a data-row class="found-main" href={hashOf({ kind: 'terminal', uri: terminal, block: seq })}>
          <Facts command={command} chip={chip} />
        </a>
      ) : (
        <button
          data-row
          type="button"
          class="found-main"
          aria-expanded={isOpened.value}
          onClick={() => {
            isOpened.value = !isOpened.value;
          }}
        >
          <Facts command={command} chip={chip} />
        </button>
      )}
      {!isOpened.value && <FoundLines lines={command.lines} />}
      {isOpened.value && <KeptOutput command={command} emulated={emulated} />}
    </li>
  );
}

function Facts({ command, chip }: { readonly command: FoundCommand; readonly chip: Chip }) {
  const page = usePage();
  const { commandLine, name, open, cwd, startedAt, finishedAt, writer } = command;
  const more = commandLine.split('\n').length - 1;
  const by = writerLabel(writer, page.session.writer);
  // A command whose end was lost has no duration.
  const ms = (finishedAt ?? (open ? page.clock.now.value : startedAt)) - startedAt;
  return (
    <>
      <span class={`chip ${chip.tone}`} title={chip.words}>
        {chip.sign}
      </span>
      <span class="unseen">{chip.words},</span>
      <span class="found-text">
        <span class="command">{firstLine(commandLine)}</span>
        {more > 0 && <span class="dim"> +{more} lines</span>}
      </span>
      <span class="found-facts">
        <span class="found-terminal">
          {name}
          {!open && <span class="closed"> closed</span>}
        </span>
        {cwd !== undefined && <span class="folder">{placeName(cwd, page.home)}</span>}
        {by.kind === 'other' && <span class="who">{by.label}</span>}
        {ms >= 1000 && <span class={ms >= LONG_MS ? 'duration long' : 'duration'}>{duration(ms)}</span>}
        <time dateTime={new Date(startedAt).toISOString()}>
          {timeText(startedAt, page.clock.today.value)}
        </time>
      </span>
    </>
  );
}

function FoundLines({ lines }: { readonly lines: readonly FoundLine[] }) {
  if (lines.length === 0) return null;
  return (
    <pre class="found-lines">
      {lines.slice(0, SHOWN_LINES).map(({ line, text }) => (
        <div key={line}>
          <span class="line-number">{line}</span>
          {text}
        </div>
      ))}
    </pre>
  );
}

function chipOfFound({ finishedAt, exitCode, open }: FoundCommand): Chip {
  return chipOf(finishedAt === undefined && open ? { kind: 'running' } : statusOfCode(exitCode));
}
