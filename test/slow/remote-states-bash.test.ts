import { afterAll, beforeAll } from 'vitest';
import { describeStates } from '../support/delivery-table.ts';
import { EnteredShells } from '../support/entered-shells.ts';

let shells: EnteredShells;
beforeAll(async () => {
  shells = await EnteredShells.start();
});
afterAll(() => shells.close());

describeStates(
  () => shells.bench,
  'bash',
  (shell) => shells.remote(shell),
);
