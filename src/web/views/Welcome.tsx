/** The first page, while there is no terminal: what one can do here. */

import { hashOf } from '../model/place.ts';
import { usePage } from './parts/context.ts';
import { MenuButton } from './parts/MenuButton.tsx';

export function Welcome() {
  const page = usePage();
  return (
    <div class="welcome">
      <div class="pane-head">
        <MenuButton />
      </div>
      <div class="welcome-text">
        <h1>No terminal is open</h1>
        {page.mayType ? <FirstSteps /> : <p>As soon as somebody opens one, it is shown here.</p>}
      </div>
    </div>
  );
}

function FirstSteps() {
  const page = usePage();
  return (
    <>
      <button
        type="button"
        class="button primary"
        onClick={() => {
          page.dialog.value = { kind: 'new' };
        }}
      >
        New terminal
      </button>
      <ul class="first-steps">
        <li>
          <b>Terminals stay.</b> Programs go on when you close this page; open it anywhere and they are here.
        </li>
        <li>
          <b>Each command is a block</b> with its output and exit code: fold it, copy it, link it, run it
          again.
        </li>
        <li>
          <b>Agents work beside you.</b> See <a href={hashOf({ kind: 'agents' })}>how one joins</a>; you take
          over and hand over at any time.
        </li>
        <li>
          <b>Nothing is lost.</b> The <a href={hashOf({ kind: 'history', words: '' })}>history</a> has the
          commands and outputs of all terminals, of closed ones too.
        </li>
      </ul>
    </>
  );
}
