import { afterAll, beforeAll } from 'vitest';
import { describeTexts } from '../support/delivery-table.ts';
import { EnteredShells } from '../support/entered-shells.ts';

let shells: EnteredShells;
beforeAll(async () => {
  shells = await EnteredShells.start();
});
afterAll(() => shells.close());

describeTexts(
  () => shells.bench,
  'fish',
  (shell) => shells.remote(shell),
);
