/** All commands that the page has, found by their names; lines of tmux are taken too. */

import type { CommandId } from '../../../client/commands/commands.ts';
import { type PaletteItem, paletteItems, verbItems } from '../../../client/commands/palette.ts';
import { splitWords, type TmuxMeaning, tmuxMeaning } from '../../../client/commands/tmux-verbs.ts';
import { membersOf } from '../../../client/panes/split.ts';
import { tabNamed } from '../../../client/terminal-names.ts';
import { rename } from '../../model/acts.ts';
import type { Page } from '../../model/page.ts';
import { canRun, newTab, runCommand } from '../acts/page-acts.ts';
import { PAGE_KEYMAP } from '../acts/page-keys.ts';
import { usePage } from '../parts/context.ts';
import { type Choice, ChoiceDialog } from './ChoiceDialog.tsx';

/** Limit of the commands that the palette shows first because they were chosen last. */
const MOST_RECENT = 5;
let recent: readonly CommandId[] = [];

export function PaletteDialog({ text = '' }: { readonly text?: string | undefined }) {
  const page = usePage();
  return (
    <ChoiceDialog
      title="All commands"
      field="Name of a command"
      text={text}
      nothing="No such command"
      choices={(query) => [...verbs(page, query), ...commands(page, query)]}
    />
  );
}

function commands(page: Page, query: string): readonly Choice[] {
  return paletteItems(PAGE_KEYMAP, query, { table: 'run', recent })
    .filter(({ command }) => canRun(page, command))
    .map((item) => ({
      key: item.command,
      shown: <Entry item={item} />,
      choose: () => {
        page.dialog.value = undefined;
        recent = [item.command, ...recent.filter((each) => each !== item.command)].slice(0, MOST_RECENT);
        runCommand(page, item.command);
      },
    }));
}

type EntryProps = { readonly item: Pick<PaletteItem, 'title' | 'description' | 'keys' | 'marked'> };

function Entry({ item: { title, description, keys, marked } }: EntryProps) {
  return (
    <>
      <span class="choice-title">
        {runsOf(title, marked).map(({ text, at, isMarked }) => (isMarked ? <b key={at}>{text}</b> : text))}
      </span>
      <span class="choice-about dim">{description}</span>
      <span class="choice-keys">
        {keys.slice(0, 2).map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </span>
    </>
  );
}

type Run = { text: string; readonly at: number; readonly isMarked: boolean };

/** Divides a title into runs of letters that are marked, or not. */
function runsOf(title: string, marked: readonly number[]): readonly Run[] {
  const runs: Run[] = [];
  for (const [at, letter] of [...title].entries()) {
    const isMarked = marked.includes(at);
    const last = runs.at(-1);
    if (last?.isMarked === isMarked) last.text += letter;
    else runs.push({ text: letter, at, isMarked });
  }
  return runs;
}

// Lines of tmux.

function verbs(page: Page, query: string): readonly Choice[] {
  return verbItems(query).map((item) => ({
    key: `tmux ${item.line}`,
    shown: <Entry item={item} />,
    choose: () => {
      page.dialog.value = undefined;
      carryOut(page, tmuxMeaning(splitWords(item.line)));
    },
  }));
}

function carryOut(page: Page, meaning: TmuxMeaning): void {
  const front = page.panes.front.peek();
  switch (meaning.kind) {
    case 'command':
      if (!canRun(page, meaning.command)) wrong(page, 'The page has no such command: use the window.');
      else runCommand(page, meaning.command, meaning.argument);
      if (meaning.loss !== undefined) page.messages.say(`Not done: ${meaning.loss}`);
      return;
    case 'new':
      newTab(page, meaning.name);
      return;
    case 'rename':
      if (front !== undefined) rename(page, front, meaning.name);
      return;
    case 'tab':
      selectNamed(page, meaning.name);
      return;
    case 'pane': {
      const { split } = page.panes.shown.peek();
      const members = split === undefined ? [] : membersOf(split);
      goTo(page, members[meaning.number - 1], `There is no pane ${meaning.number}`);
      return;
    }
    case 'place':
    case 'synchronize':
      wrong(page, 'The page has no such command: use the window.');
      return;
    case 'instead':
      page.messages.say(meaning.text);
      return;
    case 'wrong':
      wrong(page, meaning.text);
  }
}

function wrong(page: Page, text: string): void {
  page.messages.say(text, { kind: 'bad' });
}

function goTo(page: Page, uri: string | undefined, problem: string): void {
  if (uri === undefined) wrong(page, problem);
  else page.go({ kind: 'terminal', uri });
}

function selectNamed(page: Page, name: string): void {
  const read = tabNamed(page.terminals.peek(), name);
  goTo(page, read.ok ? read.terminal.resource : undefined, read.ok ? '' : read.error);
}
