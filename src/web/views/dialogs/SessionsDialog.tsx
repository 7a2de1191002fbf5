/** The browsers that are signed in at this host, and links that wait to be used: whoever has forgotten one ends it here. */

import { useSignal } from '@preact/signals';
import { useCallback, useEffect } from 'preact/hooks';
import { harmless } from '../../../protocol/common/harmless-text.ts';
import { reasonOf } from '../../../protocol/common/reason-of.ts';
import type { WebLink } from '../../../protocol/cotty/web.ts';
import { usePage } from '../parts/context.ts';
import { timeText } from '../parts/durations.ts';
import { WithCode } from '../parts/WithCode.tsx';
import { Modal, ModalButtons } from './Modal.tsx';

export function SessionsDialog() {
  const page = usePage();
  const links = useSignal<readonly WebLink[] | undefined>(undefined);
  const failure = useSignal<string | undefined>(undefined);
  /** Ends one, if there is one to end, and shows those that are left. */
  const refresh = useCallback(
    async (ended?: string) => {
      const { web } = page.client.cotty;
      try {
        if (ended !== undefined) await web.revoke(ended);
        links.value = await web.links();
        failure.value = undefined;
      } catch (error) {
        failure.value = reasonOf(error);
      }
    },
    [page, links, failure],
  );
  useEffect(() => void refresh(), [refresh]);
  return (
    <Modal title="Sessions" wide>
      {failure.value !== undefined && (
        <p class="kept-note bad">
          <WithCode text={failure.value} />
        </p>
      )}
      <ul class="sessions" aria-label="Sessions">
        {links.value?.map((link) => (
          <SessionRow key={link.id} link={link} onEnd={() => void refresh(link.id)} />
        ))}
      </ul>
      <p class="small-print dim">
        Whatever a session has open ends with it. A new link comes from <code>cotty web</code>.
      </p>
      <ModalButtons />
    </Modal>
  );
}

function SessionRow({ link, onEnd }: { readonly link: WebLink; readonly onEnd: () => void }) {
  const page = usePage();
  const { id, access } = link;
  const isOwn = id === page.session.id;
  const name = nameOf(link);
  return (
    <li class="session">
      <span class="session-name">
        {name}
        {isOwn && <b> (this browser)</b>}
      </span>
      <span class="dim">{access === 'watch' ? 'only looks' : 'types'}</span>
      <span class="dim grow">{stateOf(link, page.clock.today.value)}</span>
      {isOwn ? (
        <button type="button" class="button small" onClick={() => page.signOut()}>
          Sign out
        </button>
      ) : (
        <button type="button" class="button small" aria-label={`End ${name}, ${id}`} onClick={onEnd}>
          End
        </button>
      )}
    </li>
  );
}

/** Shortens the user agent, which a browser can set to any text. */
function nameOf({ used, browser, from }: WebLink): string {
  if (used === undefined) return 'A link that nobody has used yet';
  return [harmless(browser ?? 'A browser'), ...(from === undefined ? [] : [`at ${harmless(from)}`])].join(
    ' ',
  );
}

function stateOf({ connections, lastSeen, used, expires }: WebLink, today: number): string {
  if (used === undefined) return `ends at ${timeText(expires, today)}`;
  return connections > 0 ? 'connected' : `seen at ${timeText(lastSeen ?? used, today)}`;
}
