/** `x-cotty/records`: the records of the commands that ran in a terminal. */

import { findRecords } from '../../ledger/read/find-records.ts';
import { asCommandRecord } from '../../ledger/records/record-json.ts';
import type { ReadingTurns } from '../past/reading-turns.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { Request } from './request.ts';
import { readableOf } from './use-terminal.ts';

type Needs = { readonly terminals: Terminals; readonly recorder: Recorder; readonly readings: ReadingTurns };

export function records({ terminals, recorder, readings }: Needs): Request<'x-cotty/records'> {
  return {
    when: 'ready',
    readOnly: true,
    async run(peer, { channel, last, sinceSeq, seq }) {
      const terminal = readableOf(terminals, channel);
      terminal.settle();
      const { commands, folder, ledger } = recorder.recordOf(terminal.uri);
      const query = {
        ...(last === undefined ? {} : { last }),
        ...(sinceSeq === undefined ? {} : { sinceSeq }),
        ...(seq === undefined ? {} : { seq }),
      };
      const written = () => ledger?.written() ?? Promise.resolve();
      return readings.take(peer, async (pause) => {
        const found = await findRecords(commands, folder, query, { written, pause });
        const isNewest = seq === undefined && (sinceSeq === undefined || !found.more);
        const printedSince = isNewest ? terminal.printedSince : undefined;
        return {
          records: found.records.map(asCommandRecord),
          more: found.more,
          ...(printedSince === undefined ? {} : { printedSince }),
        };
      });
    },
  };
}
