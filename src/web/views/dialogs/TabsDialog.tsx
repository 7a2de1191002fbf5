/** All tabs, found by words: the chosen one comes to the front, or beside the terminal that is there. */

import { showBeside } from '../../model/pane-acts.ts';
import { matches } from '../../model/terminal-rows.ts';
import { usePage } from '../parts/context.ts';
import { ChoiceDialog } from './ChoiceDialog.tsx';

export function TabsDialog({ joins }: { readonly joins: boolean }) {
  const page = usePage();
  const front = page.panes.front.value;
  const rows = page.rows.value.filter(({ uri }) => !joins || uri !== front);
  return (
    <ChoiceDialog
      title={joins ? 'Tab beside this one' : 'All tabs'}
      field="Words of a tab"
      nothing="No tab like that"
      choices={(text) =>
        rows
          .filter((row) => text.trim() === '' || matches(row, text))
          .map(({ uri, title, detail }) => ({
            key: uri,
            shown: (
              <>
                <span class="choice-title">{title}</span>
                <span class="choice-about dim">{detail}</span>
              </>
            ),
            choose: () => {
              page.dialog.value = undefined;
              if (joins) showBeside(page, uri);
              else page.go({ kind: 'terminal', uri });
            },
          }))
      }
    />
  );
}
