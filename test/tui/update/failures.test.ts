import { expect, test } from 'vitest';
import { ErrorCode } from '../../../src/protocol/common/error-codes.ts';
import { RpcError } from '../../../src/rpc/errors.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

test('a terminal that is gone is told in words, not by its URI', () => {
  const error = new RpcError(ErrorCode.NotFound, 'there is no ahp-terminal:/xx-414dc4');
  const driver = new Driver()
    .list(terminal('one'))
    .notify({ kind: 'failed', what: 'bring the tab back', error });
  expect(driver.model.toast?.text).toBe('could not bring the tab back: the terminal is gone');
  const other = new RpcError(ErrorCode.NotFound, 'there is no record 7');
  driver.notify({ kind: 'failed', what: 'show it', error: other });
  expect(driver.model.toast?.text).toBe('could not show it: there is no record 7');
});
