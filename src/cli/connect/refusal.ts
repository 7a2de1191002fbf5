/** Turns an error from the host into a message and an exit code. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { harmless } from '../../protocol/common/harmless-text.ts';
import { ClosedError, RpcError, TimeoutError } from '../../rpc/errors.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { complain, sayBeside } from '../common/print.ts';

/** Prints the error and returns the exit code. Throws an error that does not come from the host or its connection. */
export function refused(error: unknown, io: Io): ExitCode {
  const { code, message } = refusalOf(error);
  // The shell's own message about a script is not a message of cotty.
  if (isUnparsed(error)) sayBeside(io, `${harmless(message)}\n`);
  else complain(io, message);
  return code;
}

/** Returns exit code and message of a refusal, without printing them. */
export function refusalOf(error: unknown): { readonly code: ExitCode; readonly message: string } {
  if (error instanceof ClosedError || error instanceof TimeoutError)
    return { code: ExitCode.lost, message: `the connection to the host was lost: ${error.message}` };
  if (!(error instanceof RpcError)) throw error;
  if (error.code === ErrorCode.MethodNotFound)
    return { code: ExitCode.failure, message: `this host cannot do that: ${error.message}` };
  return { code: codes.get(error.code) ?? ExitCode.failure, message: error.message };
}

function isUnparsed(error: unknown): boolean {
  return error instanceof RpcError && error.code === ErrorCode.NotParsed;
}

const codes = new Map<number, ExitCode>([
  [ErrorCode.Conflict, ExitCode.refused],
  [ErrorCode.PermissionDenied, ExitCode.refused],
  [ErrorCode.NotFound, ExitCode.noTerminal],
  // The message is the shell's own.
  [ErrorCode.NotParsed, ExitCode.usage],
]);
