import { afterAll, beforeAll } from 'vitest';
import { describeTexts, SHELLS } from '../support/delivery-table.ts';
import { EnteredShells } from '../support/entered-shells.ts';

let shells: EnteredShells;
beforeAll(async () => {
  shells = await EnteredShells.start();
});
afterAll(() => shells.close());

for (const each of SHELLS)
  describeTexts(
    () => shells.bench,
    each,
    (shell) => shells.ofNobody(shell),
  );
