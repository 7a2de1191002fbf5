/** Below the terminal: RUN's line at a prompt, else a strip that says where keys go, or why none do. */

import { holderOf } from '../../../client/holder.ts';
import { programName } from '../../../protocol/cotty/program-name.ts';
import { askToEnd } from '../../model/acts.ts';
import { WATCH_ONLY } from '../../model/page.ts';
import { useFront, usePage, useRow } from '../parts/context.ts';
import { AwayStrip } from './AwayStrip.tsx';
import { KeyRow } from './KeyRow.tsx';
import { RunLine } from './RunLine.tsx';

export function InputArea() {
  const page = usePage();
  const front = useFront();
  if (!page.mayType)
    return (
      <>
        <AwayStrip />
        <div class="strip watch">{WATCH_ONLY}</div>
      </>
    );
  return (
    <div class="input-area">
      <AwayStrip />
      {front.takesLines.value ? <RunLine /> : <KeysStrip />}
      <KeyRow />
    </div>
  );
}

function KeysStrip() {
  const page = usePage();
  const front = useFront();
  const info = page.info(front.uri);
  if (info?.lifecycle.status === 'exited') return <EndedStrip />;
  const holder = info && holderOf(info, page.me);
  const running = front.running.value;
  const { foreground, echoOff } = front.meta.value;
  const name = running === undefined ? 'the shell' : programName({ running, foreground });
  return (
    <div class="strip">
      <span class="mode-word">{holder?.kind === 'other' ? 'LOOK' : 'RAW'}</span>
      <span>
        {holder?.kind === 'other'
          ? `${holder.name} types here`
          : echoOff === true
            ? `${name} reads a secret: it is neither shown nor recorded`
            : `keys go to ${name}`}
      </span>
      <span class="grow" />
      {front.raw.value && (
        <button
          type="button"
          class="button small quiet"
          onClick={() => {
            front.raw.value = false;
          }}
        >
          Write lines (Ctrl+K)
        </button>
      )}
      {running !== undefined && holder?.kind !== 'other' && (
        <button type="button" class="button small quiet" onClick={() => page.type(front.uri, '\x03')}>
          Interrupt
        </button>
      )}
    </div>
  );
}

function EndedStrip() {
  const page = usePage();
  const front = useFront();
  const row = useRow(front.uri);
  return (
    <div class="strip">
      <span>The shell has ended: {row?.detail}</span>
      <span class="grow" />
      <button
        type="button"
        class="button small"
        onClick={() => page.messages.watch(askToEnd(page, front.uri, 'close'))}
      >
        Close
      </button>
    </div>
  );
}
