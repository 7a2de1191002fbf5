/** The reply to a query of a program: from its screen, from what it has set there, or from the host. */

import type { TerminalState } from '../../protocol/terminal/state.ts';
import type { Query } from '../../shell/query.ts';
import type { HostScreen } from './host-screen.ts';
import { answerQuery, type QueryContext } from './query-answers.ts';

export type Asked = Pick<QueryContext, 'version'> & {
  readonly outer: () => QueryContext['outer'];
  /** The size of a terminal whose state has none. */
  readonly size: Pick<QueryContext, 'cols' | 'rows'>;
  readonly query: Query;
  /** The query as it was printed. */
  readonly raw: string;
  readonly state: TerminalState;
  /** The screen with everything printed before the query. */
  readonly screen: () => HostScreen;
};

/** Returns an empty text when there is no reply. */
export function replyTo({ query, raw, state, screen, size, version, outer }: Asked): string {
  const { cols = size.cols, rows = size.rows } = state;
  const own = query.kind === 'emulator' ? screen().ask(raw) : '';
  const set = query.kind === 'color' ? screen().read().reports.colors.current : undefined;
  return own || answerQuery(query, { outer: outer(), set, cols, rows, version });
}
