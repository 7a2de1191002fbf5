/** `term_note` — writes a note on a finished command, for people and other agents. */

import * as z from 'zod';
import { MAX_NOTE } from '../../protocol/terminal/annotation.ts';
import { commandToRead } from './terminal-named.ts';
import { type Answer, arranges, no, tool } from './tool.ts';
import { name } from './tool-params.ts';

export const note = tool({
  name: 'term_note',
  title: 'Note something about a command',
  description:
    'Writes a note on a finished command, signed with your handle, for people and agents who read it. An empty note removes yours.',
  input: z.strictObject({
    name,
    seq: z.int().min(1).optional().describe('Number of the command'),
    note: z.string().max(MAX_NOTE).describe('One line'),
  }),
  output: z.object({ note: z.string().nullable() }),
  hints: arranges,
  async run({ agent }, { name: wanted, seq: given, note: text }): Promise<Answer> {
    const found = await commandToRead(agent, wanted);
    if (!found.ok) return found;
    const seq = given ?? found.seq;
    if (seq === undefined) return no('seq is missing: which command is it about?');
    const { note: kept } = await agent.client.cotty.annotate(found.uri, seq, { note: text });
    const words = kept === undefined ? 'has no note now' : `is noted: ${kept.text}`;
    return { ok: true, text: `${found.name} #${seq} ${words}`, data: { note: kept?.text ?? null } };
  },
});
