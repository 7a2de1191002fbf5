import { describeTexts } from '../support/delivery-table.ts';
import { enteredShells } from '../support/entered-shells.ts';

const shells = enteredShells();

describeTexts(
  () => shells().bench,
  'fish',
  (shell) => shells().remote(shell),
);
