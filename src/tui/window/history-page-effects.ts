/** Effects of the history page: reads commands, their earlier runs and the output of the chosen one, and copies an output. */

import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { Client } from '../../client/client.ts';
import { historyFailure, historyRequest } from '../../client/history-search.ts';
import { withoutMissingNewlineMark } from '../../screen/text/missing-newline.ts';
import type { OutputRenderer } from '../../screen/text/output-renderer.ts';
import type { HistoryPage } from '../model/model.ts';
import type { PreviewedCommand, PreviewedLines } from '../model/output-preview.ts';
import type { Effect } from '../model/step.ts';
import { wholeOutput } from './history-effects.ts';
import { copyText } from './machine-effects.ts';
import type { World } from './world.ts';

type OnHistory = Extract<
  Effect,
  { kind: 'readHistory' | 'readTrends' | 'readPreview' | 'copyOutput' | 'findRepository' }
>;

/** Pauses (ms) after which the earlier runs and the output are read: not while the list is walked through. */
const TRENDS_MS = 120;
const PREVIEW_MS = 60;

export function performOnHistory(world: World, effect: OnHistory): void {
  const { client, window, renderer } = world;
  switch (effect.kind) {
    case 'readHistory': {
      const { ask } = effect;
      client.cotty.history(historyRequest(ask)).then(
        (answer) => window.notify({ kind: 'historyRead', ask, answer }),
        (error: unknown) => window.notify({ kind: 'historyRead', ask, answer: historyFailure(error) }),
      );
      return;
    }
    case 'readTrends': {
      const { ask } = effect;
      const tell = (commands?: Awaited<ReturnType<typeof client.cotty.history>>['commands']) =>
        window.notify({ kind: 'trendsRead', ask, commands });
      setTimeout(() => {
        const page = pageOf(world);
        if (page?.trends.asked !== ask || page.search.asked !== undefined) return tell();
        client.cotty.history(ask.query).then(
          ({ commands }) => tell(commands),
          // Without them the list has a column less.
          () => tell([]),
        );
      }, TRENDS_MS);
      return;
    }
    case 'readPreview': {
      const { of, lines } = effect;
      const isWanted = () => {
        const { dialog } = window.model;
        const hasPreview = dialog?.kind === 'historyPage' || dialog?.kind === 'history';
        const preview = hasPreview ? dialog.preview : undefined;
        return preview?.uri === of.uri && preview.seq === of.seq;
      };
      setTimeout(() => {
        if (!isWanted()) return;
        void readPreview(client, of, lines)
          .catch((error: unknown): Read => ({ failure: historyFailure(error) }))
          .then((read) => {
            if (!isWanted()) return;
            const { cols } = window.model.size;
            window.notify({ kind: 'previewRead', of, shown: rendered(read, renderer, cols) });
          });
      }, PREVIEW_MS);
      return;
    }
    case 'findRepository': {
      const { folder } = effect;
      queueMicrotask(() => {
        const found = repositoryOf(folder);
        if (found !== undefined) window.notify({ kind: 'repositoryFound', folder: found });
      });
      return;
    }
    case 'copyOutput':
      copyOutput(world, effect.of).catch((error: unknown) =>
        window.notify({ kind: 'failed', what: 'copy the output', error }),
      );
  }
}

function pageOf({ window }: World): HistoryPage | undefined {
  const { dialog } = window.model;
  return dialog?.kind === 'historyPage' ? dialog : undefined;
}

/** Returns the nearest folder from here on up that has a `.git`. */
function repositoryOf(folder: string): string | undefined {
  if (!isAbsolute(folder)) return undefined;
  if (existsSync(join(folder, '.git'))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : repositoryOf(above);
}

// The first and the last lines of an output.

/** Limit of each in UTF-16 units. */
const MOST_CHARS = 32 * 1024;

type Read =
  | { readonly first: string; readonly last: string; readonly hidden: number }
  | { readonly failure: string };

async function readPreview(client: Client, { uri, seq }: PreviewedCommand, lines: number): Promise<Read> {
  const first = await client.cotty.output(uri, { seq, fromLine: 1, lines, maxChars: MOST_CHARS });
  if (!first.more && first.fromLine <= 1 && first.lines >= first.total.lines)
    return { first: first.text, last: '', hidden: 0 };
  const last = await client.cotty.output(uri, { seq, fromEnd: lines, maxChars: MOST_CHARS });
  const end = first.fromLine + first.lines;
  // The two overlap in an output that is a little longer than one of them.
  if (last.fromLine <= end) {
    const rest = await client.cotty.output(uri, { seq, fromLine: end, lines, maxChars: MOST_CHARS });
    return { first: first.text, last: rest.text, hidden: 0 };
  }
  return { first: first.text, last: last.text, hidden: last.fromLine - end };
}

function rendered(read: Read, renderer: OutputRenderer, cols: number): PreviewedLines {
  if ('failure' in read) return { first: [], last: [], hidden: 0, failure: read.failure };
  const { hidden } = read;
  if (hidden === 0) {
    const { lines } = renderer.render(withoutMissingNewlineMark(read.first + read.last), cols);
    return { first: lines, hidden, last: [] };
  }
  const { lines: first } = renderer.render(read.first, cols);
  return { first, hidden, last: renderer.render(withoutMissingNewlineMark(read.last), cols).lines };
}

// Copying.

/** Limit of a copied output in UTF-16 units; a longer one is for the pager. */
const MOST_COPIED = 1024 * 1024;

async function copyOutput(world: World, { uri, seq }: PreviewedCommand): Promise<void> {
  const { client, window } = world;
  let text = '';
  for await (const piece of wholeOutput(
    (range) => client.cotty.output(uri, range),
    seq,
    () => '',
  )) {
    text += piece;
    if (text.length > MOST_COPIED) throw new Error('it is longer than 1 MiB; Enter shows it');
  }
  const count = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const route = await copyText(text, world);
  window.notify({ kind: 'copied', what: `output, ${count} ${count === 1 ? 'line' : 'lines'}`, route });
}
