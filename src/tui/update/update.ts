/** The update — (model, what happened) to (model, what is to be done); the only writer of the model. */

import { holderOf } from '../model/derived/holder.ts';
import type { Message } from '../model/message.ts';
import type { Model } from '../model/model.ts';
import { type Look, type Step, step, withToast } from '../model/step.ts';
import { runCommand } from './command-table.ts';
import { agentsRead, agentsStale } from './tabs/agent-acts.ts';
import { acknowledge, arrived, wakesRead, woken } from './tabs/feed-acts.ts';
import { noteFullScreen } from './tabs/finished-notices.ts';
import { listed } from './tabs/list-changes.ts';
import { fitFront } from './tabs/tabs.ts';
import { tokenRead } from './token-rules.ts';
import { followProgram } from './typing/mode-switches.ts';

export function update(model: Model, look: Look, message: Message): Step {
  return acknowledge(model, changed(model, look, message));
}

function changed(model: Model, look: Look, message: Message): Step {
  switch (message.kind) {
    case 'token':
      return tokenRead(model, look, message.token);
    case 'resized':
      return fitFront({ ...model, size: message.size });
    case 'listed':
      return listed(model, look, message.terminals);
    case 'awaiting':
      return step({ ...model, awaited: message.uri });
    case 'shown':
      return arrived(fitFront(model), look);
    case 'followed':
      return followProgram(noteFullScreen(model, look), look, message.before);
    case 'rejected':
      return step(
        withToast(model, refusal(model, message.uri, message.action, message.reason), look.now, 'bad'),
      );
    case 'failed':
      return step(
        withToast(
          { ...model, awaited: undefined },
          `could not ${message.what}: ${text(message.error)}`,
          look.now,
          'bad',
        ),
      );
    case 'copied':
      return step(withToast(model, `copied ${message.what} (${message.route})`, look.now, 'good'));
    case 'connection':
      if (message.stopped) return step({ ...model, quit: { code: 0, farewell: 'the host was stopped' } });
      // What a connection watched is the host's to remember, but another host may have taken its place.
      return step(
        { ...model, connection: message.connection },
        ...(message.connection === 'ready' ? [{ kind: 'watchAll' } as const] : []),
      );
    case 'wakes':
      return step(wakesRead(model, message.result));
    case 'woken':
      return step(woken(model, message.wake));
    case 'feedOff':
      return step({ ...model, feed: { ...model.feed, off: message.reason } });
    case 'agents':
      return step(agentsRead(model, message.agents));
    case 'command':
      return runCommand(model, look, message.command);
    case 'tick':
      return step(
        model.toast !== undefined && model.toast.until <= look.now ? { ...model, toast: undefined } : model,
        ...agentsStale(model),
      );
  }
}

function refusal(model: Model, uri: string, action: string, reason: string): string {
  const tab = model.tabs.find((each) => each.resource === uri);
  const title = tab?.title ?? 'the terminal';
  const holder = tab && holderOf(tab, model.me);
  const what = action.replace('terminal/', '');
  return holder?.kind === 'other' && !reason.includes(holder.name)
    ? `${title} refused ${what}: ${reason} (held by ${holder.name})`
    : `${title} refused ${what}: ${reason}`;
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
