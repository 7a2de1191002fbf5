/** Types the first command of a new shell, not before its first prompt: start files of the shell might read the input. */

import type { Client } from '../../client/client.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { RpcError } from '../../rpc/errors.ts';

/** Milliseconds to wait for the first prompt before the user is told. */
const WAIT_MS = 5000;

const LATER =
  'the shell has not come to its prompt yet; the host goes on by itself when it comes. What it waits for is shown in the terminal';

/** Resolves with undefined if the line was typed, else with a message that says why it was not. `runs` also presses Enter. */
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

/** Returns why the request failed. A host without these requests gets the line as plain input at once, not at a prompt. */
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
