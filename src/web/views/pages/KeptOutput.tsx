/** What the record has of the output of a command whose terminal is closed. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { withoutControls } from '../../../client/blocks/copied-text.ts';
import { reasonOf } from '../../../protocol/common/reason-of.ts';
import type { FoundCommand } from '../../../protocol/cotty/find.ts';
import type { EmulatedOutputs } from '../../text/emulated-output.ts';
import { plainOutput } from '../../text/plain-output.ts';
import { numbered, type StyledLine, textOfLine } from '../../text/styled-line.ts';
import { StyledText } from '../blocks/LineView.tsx';
import { usePage } from '../parts/context.ts';
import { copyText } from '../parts/copy-text.ts';

/** Limit: lines that are shown, from the end, and UTF-16 units in which they are asked for. */
const MOST_LINES = 500;
const MOST_CHARS = 256 * 1024;

type Props = { readonly command: FoundCommand; readonly emulated: EmulatedOutputs };
type Kept = { readonly lines: readonly StyledLine[]; readonly above: number };

export function KeptOutput({ command: { terminal, seq, commandLine }, emulated }: Props) {
  const page = usePage();
  const kept = useSignal<Kept | undefined>(undefined);
  const failure = useSignal<string | undefined>(undefined);
  useEffect(() => {
    const asked = { seq, fromEnd: MOST_LINES, maxChars: MOST_CHARS };
    page.client.cotty
      .output(terminal, asked)
      .then(async ({ text, fromLine }) => {
        const lines = plainOutput(text) ?? (await emulated.lines(text));
        kept.value = { lines, above: fromLine - 1 };
      })
      .catch((error: unknown) => {
        failure.value = reasonOf(error);
      });
  }, [page, terminal, seq, emulated, kept, failure]);
  const shown = kept.value;
  if (failure.value !== undefined) return <p class="kept-note bad">{failure.value}</p>;
  if (shown === undefined) return <p class="kept-note">Reading…</p>;
  const { lines, above } = shown;
  return (
    <div class="kept">
      <div class="kept-acts">
        <span class="dim">{note(lines.length, above)}</span>
        <button
          type="button"
          class="button small"
          onClick={() => void copyText(page, 'the command', withoutControls(commandLine))}
        >
          Copy command
        </button>
        <button
          type="button"
          class="button small"
          disabled={lines.length === 0}
          onClick={() => void copyText(page, 'the output', lines.map(textOfLine).join('\n'))}
        >
          Copy output
        </button>
      </div>
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <section class="kept-output" tabIndex={0} aria-label="Output">
          <pre>
            {numbered(lines, above).map(({ line, number }) => (
              <div key={number} class="line">
                <StyledText line={line} />
                {'\n'}
              </div>
            ))}
          </pre>
        </section>
      )}
    </div>
  );
}

function note(count: number, above: number): string {
  if (count === 0) return 'It printed nothing, or nothing of it was kept.';
  return above === 0 ? '' : `The last ${count} lines; ${above.toLocaleString('en')} above them`;
}
