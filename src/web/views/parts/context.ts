/** The page as all of its views have it. */

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FrontTerminal } from '../../model/front-terminal.ts';
import type { Page } from '../../model/page.ts';
import type { TerminalRow } from '../../model/terminal-rows.ts';

export const PageContext = createContext<Page | undefined>(undefined);
export const FrontContext = createContext<FrontTerminal | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('a view stands outside of the page');
  return page;
}

/** The row of a terminal in the list. */
export function useRow(uri: string): TerminalRow | undefined {
  return usePage().rows.value.find((row) => row.uri === uri);
}

/** The terminal that the views around show; it is in front. */
export function useFront(): FrontTerminal {
  const front = useContext(FrontContext);
  if (front === undefined) throw new Error('a view of a terminal stands outside of one');
  return front;
}
