/** Reads the JSON that an agent gives to its hook on standard input. */

import type { Input } from '../common/io.ts';

/** Limit in bytes: what a tool has printed may be longer. Then only the names at the beginning are read. */
const MOST_BYTES = 1024 * 1024;
/** Where names stand that an agent writes before everything long. */
const HEAD_CHARS = 64 * 1024;

export type HookInput = { readonly [key: string]: unknown };

/** Resolves with the object; with an empty one if it is none, or does not come in time (ms). */
export async function readHookInput(stdin: Input, limitMs: number): Promise<HookInput> {
  if (stdin.isTTY === true) return {};
  return parseHookInput(await readBytes(stdin, limitMs));
}

function readBytes(stdin: Input, limitMs: number): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MOST_BYTES) done();
    };
    const done = () => {
      clearTimeout(timer);
      stdin.off('data', onData);
      stdin.off('end', done);
      stdin.pause();
      resolve(Buffer.concat(chunks));
    };
    const timer = setTimeout(done, limitMs);
    stdin.on('data', onData);
    stdin.on('end', done);
    stdin.resume();
  });
}

export function parseHookInput(bytes: Buffer): HookInput {
  if (bytes.length > MOST_BYTES) return namesIn(bytes.subarray(0, HEAD_CHARS).toString());
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    // The agent was interrupted, or this is no hook.
    return {};
  }
}

/** The fields that tell event and session. */
const NAMES = /"(hook_event_name|session_id|agent_id|tool_name)"\s{0,4}:\s{0,4}"([^"\\]{1,200})"/g;

/** The first of each name counts: those that follow may be in the output of a tool. */
function namesIn(head: string): HookInput {
  const found = [...head.matchAll(NAMES)].map(([, name = '', value]) => [name, value] as const);
  return Object.fromEntries(found.reverse());
}
