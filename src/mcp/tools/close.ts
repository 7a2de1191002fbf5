/** `term_close` — ends a terminal and what runs in it. */

import * as z from 'zod';
import { listed } from '../agent/wait-for.ts';
import { terminalNamed } from './terminal-named.ts';
import { type Answer, type Call, tool } from './tool.ts';
import { name } from './tool-params.ts';

export const close = tool({
  name: 'term_close',
  title: 'Close a terminal',
  description:
    'Ends a terminal that agents have made, and everything that runs in it: one that you hold or that nobody uses. It can be read for five minutes; the record of what ran is kept unless purge: true deletes it.',
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
  await agent.client.disposeTerminal(found.uri, { purge });
  await listed(agent, signal, (terminals) => terminals.every(({ resource }) => resource !== found.uri));
  const record = purge ? 'its record is deleted' : 'its record is kept (cotty history)';
  return { ok: true, text: `${found.name} is closed; ${record}`, data: { ok: true } };
}
