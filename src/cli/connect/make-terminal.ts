/** Makes a terminal at the host, of the size of the person's own one. */

import type { Client } from '../../client/client.ts';
import { META_KEY } from '../../protocol/common/meta.ts';
import { freshId, terminalUri } from '../../protocol/common/uri.ts';
import type { CreateMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { Io } from '../common/io.ts';

export type NewTerminal = {
  readonly name?: string | undefined;
  /** File URI of the folder. */
  readonly cwd?: string | undefined;
  readonly meta?: CreateMeta;
};

/** Returns its URI: readable, and different each time, since a name may be used again after its terminal is gone. */
export async function makeTerminal(
  client: Client,
  { name, cwd, meta }: NewTerminal,
  io: Io,
): Promise<string> {
  const uri = terminalUri(freshId(name));
  const { columns, rows } = io.stdout;
  await client.createTerminal({
    channel: uri,
    claim: { kind: 'client', clientId: client.clientId },
    ...(name === undefined ? {} : { name }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(columns && rows ? { cols: columns, rows } : {}),
    ...(meta === undefined ? {} : { _meta: { [META_KEY]: meta } }),
  });
  return uri;
}
