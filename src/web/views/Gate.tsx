/** The view in place of the terminals when there is no session or no host. */

import { useState } from 'preact/hooks';
import { ClosedError } from '../../rpc/errors.ts';
import { SignedOutError, secretIn } from '../connect/sign-in.ts';
import { WithCode } from './parts/WithCode.tsx';

type Props = {
  readonly error: Error;
  readonly onLink: (secret: string) => void;
  readonly onRetry: () => void;
};

export function Gate({ error, onLink, onRetry }: Props) {
  const signedOut = signedOutBy(error);
  return (
    <main class="gate">
      <img src="/icon.svg" alt="" width="56" height="56" />
      {signedOut !== undefined ? (
        <SignIn error={signedOut} onLink={onLink} />
      ) : (
        <Away why={error.message} onRetry={onRetry} />
      )}
    </main>
  );
}

/** A session that ends between two requests is refused with the ticket of the WebSocket. */
function signedOutBy(error: Error): SignedOutError | undefined {
  if (error instanceof SignedOutError) return error;
  const cause = error instanceof ClosedError ? error.cause : undefined;
  return cause instanceof SignedOutError ? cause : undefined;
}

const TITLES: { readonly [Refused in SignedOutError['refused']]: string } = {
  link: 'This link does not open the page',
  session: 'This session has ended',
  nobody: 'This page needs a link',
};

/** What has happened, where the host cannot tell it: it knows no session that has ended. */
const ENDED =
  'Somebody has ended it, here or with `cotty web revoke`, or it was not used for a month. The terminals go on.';

type SignInProps = { readonly error: SignedOutError; readonly onLink: (secret: string) => void };

function SignIn({ error: { refused, message }, onLink }: SignInProps) {
  const [text, setText] = useState('');
  const secret = secretIn(text) ?? text.trim();
  return (
    <form
      class="gate-box"
      onSubmit={(event) => {
        event.preventDefault();
        if (secret !== '') onLink(secret);
      }}
    >
      <h1>{TITLES[refused]}</h1>
      {refused !== 'nobody' && (
        <p>
          <WithCode text={refused === 'session' ? ENDED : sentence(message)} />
        </p>
      )}
      <p>
        On the machine of the terminals, run <code>cotty web</code> and open the link it prints, or paste it
        here. A link works once.
      </p>
      <label class="field">
        <span>Link</span>
        <input
          value={text}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button primary" disabled={secret === ''}>
        Sign in
      </button>
    </form>
  );
}

function Away({ why, onRetry }: { readonly why: string; readonly onRetry: () => void }) {
  return (
    <div class="gate-box">
      <h1>Not connected</h1>
      <p>
        <WithCode text={sentence(why)} />
      </p>
      <button type="button" class="button primary" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
