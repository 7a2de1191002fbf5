/** Types the first command of a new shell at its first prompt: nothing is typed while its start files run or ask something. */

import type { Client } from '../../client/client.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { RpcError } from '../../rpc/errors.ts';

/** Milliseconds to wait for the first prompt before the user is told. */
const WAIT_MS = 5000;

const LATER =
  'the shell has not come to its prompt yet; the host goes on by itself when it comes. What it waits for is shown in the terminal';

/** Returns undefined, or what to say about a command that was not run yet, or not at all. `runs` presses Enter. */
export async function typeCommand(
  client: Client,
  uri: string,
  line: string,
  runs = true,
): Promise<string | undefined> {
  const given = runs
    ? client.cotty.run(uri, { commandLine: line, wait: false, patient: true })
    : client.cotty.typeAtPrompt(uri, line);
  const outcome = given.then(
    () => undefined,
    (error: unknown) => whyNot(client, uri, runs ? `${line}\r` : line, error),
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(LATER), WAIT_MS);
  });
  try {
    return await Promise.race([outcome, later]);
  } finally {
    clearTimeout(timer);
  }
}

/** A host that is not cotty's knows no such request: the line is typed ahead there, and confirmed by an echo. */
async function whyNot(
  client: Client,
  uri: string,
  data: string,
  error: unknown,
): Promise<string | undefined> {
  if (!(error instanceof RpcError)) return reasonOf(error);
  if (error.code !== ErrorCode.MethodNotFound) return error.message;
  await client.subscribe(uri);
  const outcome = await client.dispatchAndConfirm(uri, { type: 'terminal/input', data });
  return outcome.ok ? undefined : outcome.reason;
}
