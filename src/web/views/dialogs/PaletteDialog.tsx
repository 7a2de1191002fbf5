/** All commands that the page has, found by their names; lines of tmux are taken too. */

import type { CommandId } from '../../../client/commands/commands.ts';
import { type PaletteItem, paletteItems, verbItems } from '../../../client/commands/palette.ts';
import { type TmuxMeaning, typedMeaning } from '../../../client/commands/tmux-verbs.ts';
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
      carryOut(page, typedMeaning(item.line));
    },
  }));
}

function carryOut(page: Page, meaning: TmuxMeaning): void {
  if (meaning.kind === 'wrong') wrong(page, meaning.text);
  else if (meaning.kind === 'instead') page.messages.say(meaning.text);
  else {
    const { command, argument, given, loss } = meaning;
    const act = GIVEN[command];
    if (given !== undefined && act !== undefined) act(page, given.text);
    else if (given !== undefined || !canRun(page, command))
      wrong(page, 'The page has no such command: use the window.');
    else runCommand(page, command, argument);
    if (loss !== undefined) page.messages.say(`Not done: ${loss}`);
  }
}

/** Commands that ask the user for what a line of tmux gives them. */
const GIVEN: { readonly [Id in CommandId]?: (page: Page, given: string) => void } = {
  'tab.new': (page, name) => newTab(page, name),
  'tab.rename': (page, name) => {
    const front = page.panes.front.peek();
    if (front !== undefined) rename(page, front, name);
  },
  'tab.list': selectNamed,
  'pane.number': (page, number) => {
    const { split } = page.panes.shown.peek();
    const members = split === undefined ? [] : membersOf(split);
    goTo(page, members[Number(number) - 1], `There is no pane ${number}`);
  },
};

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
