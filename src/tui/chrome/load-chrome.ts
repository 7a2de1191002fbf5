/** Ink, loaded when the pane is on screen already: importing it takes longer than everything before it. */

import type { DrawChrome } from '../window/drawing.ts';
import { preferProductionReact } from './production-react.ts';

export async function loadChrome(): Promise<DrawChrome & { readonly close: () => void }> {
  preferProductionReact(process.env);
  const [{ Chrome }, { App }, { createElement }] = await Promise.all([
    import('./chrome.ts'),
    import('./components/App.tsx'),
    import('react'),
  ]);
  const chrome = new Chrome();
  return {
    draw: (tree, cols, rows) => chrome.draw(tree, cols, rows),
    tree: (props) => createElement(App, props),
    close: () => chrome.close(),
  };
}
