/** A refusal carries the words of a shell as they are: several lines, on every way on which an answer goes. */

import { expect, test } from 'vitest';
import { refused } from '../../../src/cli/connect/refusal.ts';
import { refusalOf } from '../../../src/host/api/api.ts';
import { refusal } from '../../../src/mcp/agent/refusal.ts';
import { ErrorCode } from '../../../src/protocol/common/error-codes.ts';
import { RpcError } from '../../../src/rpc/errors.ts';
import { fakeIo } from '../../support/fake-io.ts';

const WORDS = 'fish: Missing end to balance this for loop\nfor f in a b; do echo $f; done\n^';
const error = new RpcError(ErrorCode.InvalidParams, WORDS);

test('The words of a shell reach a script, an agent and an HTTP client', () => {
  const { io, err } = fakeIo();
  refused(error, io);
  expect(err()).toContain(WORDS);
  expect(refusal(error, 'dev')).toContain(WORDS);
  expect(refusalOf(error)).toMatchObject({ status: 400, body: { error: WORDS } });
});
