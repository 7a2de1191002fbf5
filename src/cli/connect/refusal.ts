/** Turns an error from the host into a message and an exit code. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { ClosedError, RpcError, TimeoutError } from '../../rpc/errors.ts';
import { ExitCode } from '../ground/exit-code.ts';
import type { Io } from '../ground/io.ts';
import { complain } from '../ground/print.ts';

/** Prints the error and returns the exit code. Throws an error that does not come from the host or its connection. */
export function refused(error: unknown, io: Io): ExitCode {
  if (error instanceof ClosedError || error instanceof TimeoutError) {
    complain(io, `the connection to the host was lost: ${error.message}`);
    return ExitCode.lost;
  }
  if (!(error instanceof RpcError)) throw error;
  if (error.code === ErrorCode.MethodNotFound) {
    complain(io, `this host cannot do that: ${error.message}`);
    return ExitCode.failure;
  }
  complain(io, error.message);
  return codes.get(error.code) ?? ExitCode.failure;
}

const codes = new Map<number, ExitCode>([
  [ErrorCode.Conflict, ExitCode.refused],
  [ErrorCode.PermissionDenied, ExitCode.refused],
  [ErrorCode.NotFound, ExitCode.noTerminal],
]);
