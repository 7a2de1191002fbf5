/** What axe finds wrong in what a page shows. */

import axe from 'axe-core';
import type { OpenPage } from './page-browser.ts';

/** Returns what is wrong, each with its element. */
export async function pageFaults({ page }: OpenPage): Promise<readonly string[]> {
  // The policy of the page allows no script of others: the browser runs it beside the page.
  await page.evaluate(axe.source);
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
      id + ' ' + target.join(' ') + ' ' + failureSummary.slice(0, 300))))`);
}
