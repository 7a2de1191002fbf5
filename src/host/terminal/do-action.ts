/** Performs the side effects of an action, after the store has applied it: writes input, resizes the pty, clears the screen. */

import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { TerminalClaim } from '../../protocol/terminal/state.ts';
import type { TerminalInput } from '../run/terminal-input.ts';
import type { HostScreen } from '../screen/host-screen.ts';
import type { Titles } from '../screen/titles.ts';
import type { OuterMatch } from './outer-match.ts';
import type { TabStatus } from './tab-status.ts';

type Parts = {
  readonly input: Pick<TerminalInput, 'take'>;
  /** Called right before input is written. */
  readonly taking: () => void;
  readonly screen: Pick<HostScreen, 'resize' | 'clear'>;
  readonly outerMatch: Pick<OuterMatch, 'resize' | 'check'>;
  readonly titles: Pick<Titles, 'fromUser'>;
  readonly status: Pick<TabStatus, 'claimed'>;
  readonly onInfo: (now: boolean) => void;
  /** The claim before the action. */
  readonly claim: TerminalClaim;
};

export function doAction(action: TerminalAction, writer: string | undefined, parts: Parts): void {
  switch (action.type) {
    case 'terminal/input':
      parts.input.take(action, writer, parts.taking);
      break;
    case 'terminal/resized':
      parts.screen.resize(action.cols, action.rows);
      parts.outerMatch.resize(action.cols, action.rows);
      break;
    case 'terminal/cleared':
      parts.screen.clear();
      break;
    case 'terminal/titleChanged':
      parts.titles.fromUser(action.title);
      parts.onInfo(true);
      break;
    case 'terminal/claimed':
      parts.status.claimed(parts.claim, action.claim);
      parts.outerMatch.check();
      break;
    default:
  }
}
