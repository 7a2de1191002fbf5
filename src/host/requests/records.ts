/** `x-cotty/records` — what ran in a terminal. */

import { findRecords } from '../../ledger/read/find-records.ts';
import { asCommandRecord } from '../../ledger/records/record-json.ts';
import type { Request } from './request.ts';
import { terminalOf } from './use-terminal.ts';

export const records: Request<'x-cotty/records'> = {
  method: 'x-cotty/records',
  when: 'ready',
  async run(parts, _peer, { channel, last, sinceSeq, seq }) {
    const terminal = terminalOf(parts, channel);
    terminal.settle();
    const { log, folder, ledger } = parts.recorder.of(terminal.uri);
    const query = {
      ...(last === undefined ? {} : { last }),
      ...(sinceSeq === undefined ? {} : { sinceSeq }),
      ...(seq === undefined ? {} : { seq }),
    };
    const found = await findRecords(log, folder, query, () => ledger?.written() ?? Promise.resolve());
    return { records: found.records.map(asCommandRecord), more: found.more };
  },
};
