import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { COMMANDS, isCommandId } from '../../../../src/client/commands/commands.ts';
import type { HistoryCommand } from '../../../../src/protocol/cotty/history.ts';
import { HistoryList } from '../../../../src/web/model/history-list.ts';
import type { Page } from '../../../../src/web/model/page.ts';
import { itemsFor } from '../../../../src/web/views/menu/entries.ts';
import { PAST_ENTRIES, pastKey } from '../../../../src/web/views/pages/history-acts.ts';

const gone: HistoryCommand = {
  terminal: 'ahp-terminal:/gone',
  name: 'gone',
  open: false,
  seq: 7,
  commandId: 'id-7',
  commandLine: 'make',
  startedAt: 5,
  finishedAt: 9,
  exitCode: 2,
};
const run = { uri: gone.terminal, seq: 7 };

function placeOf(command = gone, mayType = true) {
  const went: unknown[] = [];
  const [dialog, compareMark] = [signal<unknown>(undefined), signal<unknown>(undefined)];
  const page = {
    ...{ mayType, dialog, compareMark, front: signal(undefined), isModal: signal(false) },
    go: (place: unknown) => went.push(place),
    messages: { say: () => {}, watch: (work: Promise<unknown>) => work },
  } as unknown as Page;
  const change = { bookmarked: true, note: { text: 'slow', at: 1 } };
  const cotty = {
    history: () => Promise.resolve({ commands: [command], more: false, total: 1 }),
    annotate: () => Promise.resolve(change),
  };
  const list = new HistoryList({ client: { cotty } as never, speaker: () => ({ now: 0, home: '', me: '' }) });
  return { place: { page, list, outputs: undefined as never, command }, went, dialog, compareMark };
}

const titles = (place: ReturnType<typeof placeOf>['place']) =>
  itemsFor(PAST_ENTRIES, place).flatMap((group) => group.map(({ title }) => title));

function press(key: string, place: ReturnType<typeof placeOf>['place']): boolean {
  const event = { key, code: '', shiftKey: key !== key.toLowerCase(), getModifierState: () => false };
  return pastKey(event as unknown as KeyboardEvent, place);
}

test('entries have ids of their own, and titles of the window unless they say against what is compared', () => {
  const entries = PAST_ENTRIES.flat();
  for (const { id, title } of entries)
    if (isCommandId(id) && id !== 'history.compare') expect(title).toBe(COMMANDS[id].title);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
});

test('a command of a closed terminal has all but what needs a line', () => {
  const { place, compareMark } = placeOf();
  const compares = ['Compare with the last run', 'Compare with the last that succeeded', 'Mark to compare'];
  const all = ['Copy output', 'Copy command', ...compares, 'Bookmark', 'Note', 'Export…'];
  expect(titles(place)).toEqual(all);
  compareMark.value = run;
  expect(titles(place)).toEqual(all);
  compareMark.value = { ...run, seq: 6 };
  expect(titles(place)).toContain('Compare with the marked run');
});

test('a link that only looks changes nothing, and what runs is neither compared nor exported', () => {
  expect(titles(placeOf(gone, false).place)).not.toContain('Note');
  const { finishedAt: _end, exitCode: _code, ...rest } = gone;
  const { place } = placeOf({ ...rest, open: true });
  expect(titles(place)).toEqual(['Copy output', 'Copy command']);
  expect(press('=', place)).toBe(false);
});

test('keys are those of the window: the marked run is compared with, else the last', () => {
  const { place, went, dialog, compareMark } = placeOf();
  expect(press('=', place)).toBe(true);
  expect(went).toEqual([{ kind: 'compare', ...run }]);
  press('+', place);
  expect(compareMark.value).toEqual(run);
  press('+', place);
  expect(compareMark.value).toBeUndefined();
  const other = { uri: 'ahp-terminal:/build', seq: 1 };
  compareMark.value = other;
  press('=', place);
  expect(went.at(-1)).toEqual({ kind: 'compare', ...run, against: other });
  press('E', place);
  expect(dialog.value).toMatchObject({ kind: 'export', chosen: { past: gone } });
  expect(press('x', place)).toBe(false);
});

test('the list shows note and bookmark when the host has them', async () => {
  const { place } = placeOf();
  const { list } = place;
  list.look('', 'newest');
  await expect.poll(() => list.search.value.count).toBe(1);
  await list.annotate(gone, { bookmarked: true });
  expect(list.search.value.pages.get(0)).toEqual([{ ...gone, bookmarked: true, note: 'slow' }]);
});
