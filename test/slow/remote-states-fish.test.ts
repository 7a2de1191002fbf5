import { describeStates } from '../support/delivery-table.ts';
import { enteredShells } from '../support/entered-shells.ts';

const shells = enteredShells();

describeStates(
  () => shells().bench,
  'fish',
  (shell) => shells().remote(shell),
);
