/** `term_close` — ends a terminal and what runs in it. */

import * as z from 'zod';
import { ErrorCode, isRefusal } from '../../protocol/common/error-codes.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { listed } from '../agent/wait-for.ts';
import { hold } from './claim.ts';
import { terminalNamed } from './terminal-named.ts';
import { type Answer, type Call, tool } from './tool.ts';
import { name } from './tool-params.ts';

export const close = tool({
  name: 'term_close',
  title: 'Close a terminal',
  description:
    'Ends a terminal and everything that runs in it: your own, or that of another agent that nobody uses. It can be read for five minutes; the record of what ran is kept unless purge: true deletes it.',
  input: z.strictObject({
    name,
    purge: z.boolean().optional().describe('true: also delete the record of what ran in the terminal'),
  }),
  output: z.object({ ok: z.boolean() }),
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  run: (call, args) => closeTerminal(call, args),
});

export async function closeTerminal(
  { agent, signal }: Call,
  { name: wanted, purge = false }: { readonly name: string; readonly purge?: boolean | undefined },
): Promise<Answer> {
  const found = terminalNamed(agent, wanted);
  if (!found.ok) return found;
  try {
    await agent.client.disposeTerminal(found.uri, { purge });
  } catch (error) {
    // Another agent may hold it in the background: an unused terminal can be claimed and then closed.
    const { createdBy } = cottyMeta<TerminalMeta>(found.info._meta);
    const isAgents = createdBy?.startsWith('agent:') === true && found.info.claim.kind === 'session';
    const isHeld = isAgents && isRefusal(error) && error.code === ErrorCode.PermissionDenied;
    if (!isHeld || (await hold(agent, found.uri)) !== undefined) throw error;
    await agent.client.disposeTerminal(found.uri, { purge });
  }
  await listed(agent, signal, (terminals) => terminals.every(({ resource }) => resource !== found.uri));
  const record = purge ? 'its record is deleted' : 'its record is kept (cotty history)';
  return { ok: true, text: `${found.name} is closed; ${record}`, data: { ok: true } };
}
