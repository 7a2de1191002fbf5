/** Loads Ink when the pane is already on screen: importing it takes longer than everything before. */

import type { ReactNode } from 'react';
import type { Row } from '../../screen/cells/row.ts';
import type { AppProps } from './App.tsx';

export async function loadChrome(): Promise<DrawChrome & { readonly close: () => void }> {
  const [{ Chrome }, { App }, { default: React }] = await Promise.all([
    import('./chrome.ts'),
    import('./App.tsx'),
    import('react'),
  ]);
  const chrome = new Chrome();
  return {
    draw: (tree, cols, rows) => chrome.draw(tree, cols, rows),
    tree: (props) => React.createElement(App, props),
    close: () => chrome.close(),
  };
}

/** Draws the chrome with Ink; `tree` makes what `draw` draws. */
export type DrawChrome = {
  readonly draw: (tree: ReactNode, cols: number, rows: number) => readonly Row[];
  readonly tree: (props: AppProps) => ReactNode;
};
