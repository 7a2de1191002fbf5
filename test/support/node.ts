import { execFileSync } from 'node:child_process';

/** The Node that runs the program in end-to-end tests: `COTTY_TEST_NODE`, else the one that runs the tests. */

export const programNode: string = process.env['COTTY_TEST_NODE'] ?? process.execPath;

/** Further versions of Node to test briefly, from `COTTY_TEST_NODES`: paths, separated by colons. */
export const furtherNodes: readonly string[] = (process.env['COTTY_TEST_NODES'] ?? '')
  .split(':')
  .filter((path) => path !== '');

/** `24.1.0`, of the Node at that path. */
export function nodeVersion(node: string): string {
  return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1);
}
