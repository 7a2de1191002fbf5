import { describeStates, SHELLS } from '../support/delivery-table.ts';
import { enteredShells } from '../support/entered-shells.ts';

const shells = enteredShells();

// All cases of each shell run in a terminal of this machine (`delivery`).
for (const each of SHELLS)
  describeStates(
    () => shells().bench,
    each,
    (shell) => shells().remote(shell),
    'one shell each',
  );
