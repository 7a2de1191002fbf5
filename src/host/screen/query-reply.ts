/** The reply to a query of a program: from its screen, from settings of the program, or from the host. */

import type { TerminalState } from '../../protocol/terminal/state.ts';
import type { Query } from '../../shell/query.ts';
import type { HostScreen } from './host-screen.ts';
import { answerQuery, type QueryContext } from './query-answers.ts';

export type Asked = Pick<QueryContext, 'version'> & {
  readonly outer: () => QueryContext['outer'];
  /** The size of a terminal if its state has none. */
  readonly size: Pick<QueryContext, 'cols' | 'rows'>;
  readonly state: TerminalState;
  /** The screen with everything printed before the query. */
  readonly screen: () => HostScreen;
};

/** Returns an empty text when there is no reply. `raw` is the query as it was printed. */
export function replyTo(query: Query, raw: string, asked: Asked): string {
  if (query.kind === 'emulator') return asked.screen().ask(raw);
  const { state, screen, size, version, outer } = asked;
  if (query.kind === 'graphics') return outer().pictures === true ? screen().read().images.takeReply() : '';
  const { cols = size.cols, rows = size.rows } = state;
  const set = query.kind === 'color' ? screen().read().reports.colors.current : undefined;
  return answerQuery(query, { outer: outer(), set, cols, rows, version });
}
