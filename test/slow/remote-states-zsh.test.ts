import { describeStates } from '../support/delivery-table.ts';
import { enteredShells } from '../support/entered-shells.ts';

const shells = enteredShells();

describeStates(
  () => shells().bench,
  'zsh',
  (shell) => shells().remote(shell),
);
