/** An agent asks for the terminal in front: the person who holds it answers. */

import { askerOf } from '../../client/claims.ts';
import { decline, handOver } from '../model/acts.ts';
import { useFront, usePage } from './parts/context.ts';

export function AskBar() {
  const page = usePage();
  const { uri } = useFront();
  const info = page.info(uri);
  const asker = info && askerOf(info);
  if (asker === undefined || !page.mayType || !page.isOwn(uri)) return null;
  return (
    <div class="ask-bar" role="alert">
      <span>
        <b class="who">@{asker}</b> asks for this terminal
      </span>
      <span class="grow" />
      <button type="button" class="button primary" title="Ctrl+O" onClick={() => handOver(page, uri)}>
        Hand over
      </button>
      <button type="button" class="button" title="Ctrl+X" onClick={() => decline(page, uri)}>
        Not now
      </button>
    </div>
  );
}
