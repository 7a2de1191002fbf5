/** Words for errors: of the system about a file, and those that nothing else has caught. */

import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { Io } from './io.ts';

/**
 * Returns why something failed, for a message that names the file itself: of an error of the system its words alone (`no such file or
 * directory`), without its code and path; of any other error its message.
 */
export function causeText(error: unknown): string {
  const { code, syscall } = systemFields(error);
  const text = reasonOf(error);
  if (code === undefined || !text.startsWith(`${code}: `)) return text;
  // Node.js puts the call and the path behind the words: `ENOENT: no such file or directory, open '/x'`.
  const end = syscall === undefined ? -1 : text.indexOf(`, ${syscall}`);
  return text.slice(code.length + 2, end === -1 ? undefined : end);
}

/** Returns the message of an error, with its path once; its stack trace instead if `COTTY_DEBUG` is set. */
export function errorText(error: unknown, env: Io['env']): string {
  if (error instanceof Error && env['COTTY_DEBUG']) return error.stack ?? error.message;
  const { code, path } = systemFields(error);
  return code === undefined || path === undefined ? causeText(error) : `${path}: ${causeText(error)}`;
}

type SystemFields = { readonly code?: string; readonly syscall?: string; readonly path?: string };

function systemFields(error: unknown): SystemFields {
  if (!(error instanceof Error)) return {};
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  return {
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof syscall === 'string' ? { syscall } : {}),
    ...(typeof path === 'string' ? { path } : {}),
  };
}
