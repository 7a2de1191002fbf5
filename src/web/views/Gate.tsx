/** The view in place of the terminals when there is no session or no host. */

import { useState } from 'preact/hooks';
import { ClosedError } from '../../rpc/errors.ts';
import { SignedOutError, secretIn } from '../connect/sign-in.ts';

type Props = {
  readonly error: Error;
  readonly onLink: (secret: string) => void;
  readonly onRetry: () => void;
};

export function Gate({ error, onLink, onRetry }: Props) {
  // A session that ends between two requests is refused with the ticket of the WebSocket.
  const isSignedOut =
    error instanceof SignedOutError ||
    (error instanceof ClosedError && error.cause instanceof SignedOutError);
  return (
    <main class="gate">
      <img src="/icon.svg" alt="" width="56" height="56" />
      {isSignedOut ? (
        <SignIn why={error.message} onLink={onLink} />
      ) : (
        <Away why={error.message} onRetry={onRetry} />
      )}
    </main>
  );
}

function SignIn({ why, onLink }: { readonly why: string; readonly onLink: (secret: string) => void }) {
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
      <h1>This page needs a link</h1>
      <p>{sentence(why)}</p>
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
      <p>{sentence(why)}</p>
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
