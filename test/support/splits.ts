/** Splits for tests of the window's model. */

import { type Arrangement, arranged } from '../../src/client/panes/arrangements.ts';
import { isLeaf } from '../../src/client/panes/pane-tree.ts';
import { newSplit, type Split } from '../../src/client/panes/split.ts';

/** Makes a split of two terminals at least. */
export function splitAs(form: Arrangement | 'stack', members: readonly string[]): Split {
  const tree = arranged(form === 'stack' ? 'grid' : form, members);
  if (isLeaf(tree)) throw new Error('a split has two members at least');
  return newSplit(tree, { stack: form === 'stack' });
}
