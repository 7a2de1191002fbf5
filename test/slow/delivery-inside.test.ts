import { describeTexts, SHELLS } from '../support/delivery-table.ts';
import { enteredShells } from '../support/entered-shells.ts';

const shells = enteredShells();

for (const each of SHELLS)
  describeTexts(
    () => shells().bench,
    each,
    (shell) => shells().inner(shell),
  );
