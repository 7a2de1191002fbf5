/** Reads the JSON body of a request to the HTTP API; errors name the field and its value. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { isRecord } from '../../protocol/fields/object-fields.ts';
import { firstIssue, type Schema } from '../../protocol/fields/parts.ts';
import { RpcError } from '../../rpc/errors.ts';

/** Limit: characters of a value in an error. */
const MAX_SHOWN = 80;

/** Validates a body. Throws a refusal if it does not match the schema. */
export function readBodyAs<T>(schema: Schema<T>, body: unknown): T {
  if (!isRecord(body)) throw refused(`the body must be a JSON object (it is ${shown(body)})`);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [field = ''] = parsed.error.issues[0]?.path ?? [];
  const value = Object.hasOwn(body, field) ? ` (it is ${shown(body[String(field)])})` : '';
  throw refused(`${firstIssue(parsed.error)}${value}`);
}

function refused(reason: string): RpcError {
  return new RpcError(ErrorCode.InvalidParams, reason);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MAX_SHOWN ? `${Array.from(text.slice(0, MAX_SHOWN)).slice(0, -1).join('')}…` : text;
}
