/** Performs effects: the only place where a window acts on its host, the outer terminal and this machine. */

import { claimOf, renameOf } from '../../client/claims.ts';
import { readRuns } from '../../client/compare/read-runs.ts';
import type { Size } from '../../client/panes/pane-tree.ts';
import type { Joining } from '../../client/panes/split.ts';
import { joined } from '../../client/panes/split-changes.ts';
import { SPLIT_NOTE } from '../../client/panes/split-note.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { ROOT_URI } from '../../protocol/common/uri.ts';
import type { HostMeta } from '../../protocol/cotty/cotty-meta.ts';
import { changeFile, withSetting } from '../config/edit-config.ts';
import type { Message } from '../model/message.ts';
import type { Model } from '../model/model.ts';
import { paneLayout, panesArea } from '../model/panes/pane-layout.ts';
import type { Effect } from '../model/step.ts';
import { askHistory, findCommands, findOutputs, readRerun, wholeOutput } from './history-effects.ts';
import { performOnHistory } from './history-page-effects.ts';
import {
  askQuestion,
  askWork,
  create,
  moveTab,
  park,
  readAgents,
  readFeed,
  sendAnswer,
  undoClose,
  watchAll,
} from './host-effects.ts';
import { copyText, measureCell, openLink, sendColors, showInPager } from './machine-effects.ts';
import { editLine, openConfig, openFile } from './open-file.ts';
import type { World } from './world.ts';

type Input = Extract<Effect, { readonly kind: 'input' }>;

/** Time (ms) in which a program has drawn what a key has changed. */
const DRAWN_MS = 200;

/** Performs effects in order; the input of all keys of one read is sent as one. */
export class JoinedEffects {
  readonly #perform: (effect: Effect) => void;
  #joining = false;
  /** Input of this read that is not sent yet. One read brings 64 KiB at most. */
  #input: Input | undefined;

  constructor(perform: (effect: Effect) => void) {
    this.#perform = perform;
  }

  /** Runs what handles one read; input is sent at its end, or before another effect. */
  join(read: () => void): void {
    this.#joining = true;
    try {
      read();
    } finally {
      this.#joining = false;
      this.flush();
    }
  }

  take(effect: Effect): void {
    if (!this.#joining || effect.kind !== 'input') {
      this.flush();
      this.#perform(effect);
    } else if (this.#input?.uri === effect.uri && this.#input.bytes === effect.bytes) {
      this.#input = { ...effect, data: this.#input.data + effect.data };
    } else {
      this.flush();
      this.#input = effect;
    }
  }

  flush(): void {
    const input = this.#input;
    this.#input = undefined;
    if (input !== undefined) this.#perform(input);
  }
}

export function perform(world: World, effect: Effect): void {
  const { client, window } = world;
  const notify = (message: Message) => window.notify(message);
  const failed = (what: string) => (error: unknown) => notify({ kind: 'failed', what, error });
  const refused = (what: string, error: unknown): false => {
    failed(what)(error);
    return false;
  };
  switch (effect.kind) {
    case 'input':
      // A host without byte input would send the bytes as UTF-8 characters.
      if (effect.bytes && cottyMeta<HostMeta>(client.welcome?._meta).byteInput !== true) return;
      for (const data of inputPieces(effect.data)) {
        if (client.type(effect.uri, data, effect.bytes)) continue;
        notify({ kind: 'keysRefused' });
        return;
      }
      // What bytes that are no text do is not guessed.
      window.typed(effect.uri, effect.bytes ? '\0' : effect.data);
      return;
    case 'claim':
      client.dispatch(effect.uri, claimOf(client.clientId, effect.takeOverFrom));
      return;
    case 'handOver':
      client.dispatch(effect.uri, { type: 'terminal/claimed', claim: effect.to });
      return;
    case 'fit':
      client.resize(effect.uri, paneSize(window.model, effect.uri));
      return;
    case 'create':
      void window.awaitTerminal(
        create(client, notify, {
          ...effect,
          size: newSize(window.model, effect.joining),
          shell: window.model.settings.shell,
        }),
      );
      return;
    case 'connectMachine':
      world.machines?.hosts.connectMachine(effect.name);
      return;
    case 'answerMachine':
      world.machines?.questions.answer(effect.id, effect.text);
      return;
    case 'park':
      void window.awaitClosed(
        effect.uri,
        park(client, effect.uri).then(
          () => true,
          (error) => refused('close the tab', error),
        ),
      );
      return;
    case 'askWork':
      askWork(client, notify, effect).catch(failed('close the tab'));
      return;
    case 'answerBlocks':
      client.cotty.blocks(effect.uri, effect.answer).catch(failed('give the shell its blocks'));
      return;
    case 'forgetBlocks':
      client.cotty
        .blocks(ROOT_URI, 'forget')
        .then(() => notify({ kind: 'blocksForgotten' }), failed('forget the answers'));
      return;
    case 'restartHost':
      restartHost(world).catch(failed('restart the host'));
      return;
    case 'undoClose':
      void window.awaitTerminal(
        undoClose(client, notify).catch((error) => refused('bring the tab back', error)),
      );
      return;
    case 'move':
      moveTab(client, effect.uri, effect.before).catch(failed('move the tab'));
      return;
    case 'keepSplits':
      // A host that stores no notes refuses; then the layout ends with the window.
      client.cotty.note(SPLIT_NOTE, effect.text).catch(() => {});
      return;
    case 'annotate': {
      const { uri, seq, commandId, change } = effect;
      client.cotty
        .annotate(uri, seq, change)
        .then((result) => window.annotated(uri, commandId, result), failed('keep the note'));
      return;
    }
    case 'rename':
      client.dispatch(effect.uri, renameOf(effect.title, effect.over));
      return;
    case 'show':
      window.show(effect.uri);
      return;
    case 'look':
      window.look(effect);
      return;
    case 'copy':
      copyText(effect.text, world).then(
        (route) => notify({ kind: 'copied', what: effect.what, route }),
        failed('copy'),
      );
      return;
    case 'export':
      import('./export-effects.ts')
        .then(({ exportCommands }) => exportCommands(effect, world))
        .then(notify, failed('export'));
      return;
    case 'readReplay':
      import('./export-effects.ts')
        .then(({ readReplay }) => readReplay(effect, world))
        .then(notify, failed('replay'));
      return;
    case 'copyBlockLink':
      import('./export-effects.ts')
        .then(({ copyBlockLink }) => copyBlockLink(effect, world))
        .then(notify, failed('make a link'));
      return;
    case 'openLink':
      openLink(effect, world).then(notify, failed('open the link'));
      return;
    case 'openFile':
      openFile(effect, world).then((message) => message && notify(message), failed('open the file'));
      return;
    case 'editLine':
      editLine(effect.uri, effect.text, world).then(notify, failed('edit the line'));
      return;
    case 'page':
      showInPager([effect.text], world).catch(failed('open the pager'));
      return;
    case 'findOutputs': {
      const { uri, query } = effect;
      const isWanted = () => window.model.views[uri]?.blocks.search?.query === query;
      void findOutputs((search) => client.cotty.outputSearch(uri, search), { uri, query, isWanted }, notify);
      return;
    }
    case 'findCommands': {
      const { query } = effect;
      const isWanted = () => window.model.dialog?.kind === 'find' && window.model.dialog.asked === query;
      void findCommands(client, query, isWanted, notify);
      return;
    }
    case 'askPast':
      void askHistory(client, effect, notify);
      return;
    case 'readHistory':
    case 'readTrends':
    case 'readPreview':
    case 'copyOutput':
    case 'findRepository':
      performOnHistory(world, effect);
      return;
    case 'pageOutput': {
      const { uri, seq, held } = effect;
      const text = wholeOutput((range) => client.cotty.output(uri, range), seq, held);
      showInPager(text, world).catch(failed('open the pager'));
      return;
    }
    case 'watchAll':
      void watchAll(client, notify);
      return;
    case 'readWakes':
      void readFeed(client, notify);
      return;
    case 'ackWakes':
      // If this fails, the host lists them again next time.
      client.cotty.acknowledge(effect.n).catch(() => {});
      return;
    case 'askQuestion':
      setTimeout(() => void askQuestion(client, effect.uri, notify), effect.later ? DRAWN_MS : 0);
      return;
    case 'answer':
      void sendAnswer(client, effect, notify);
      return;
    case 'seen':
      // A host that does not know this, or a person who may only watch: then the mark stays elsewhere.
      client.cotty.seen(effect.uri).catch(() => {});
      return;
    case 'readAgents':
      void readAgents(client, notify);
      return;
    case 'readRuns': {
      const { asked } = effect;
      void readRuns(client, asked).then((found) => notify({ kind: 'runs', asked, found }));
      return;
    }
    case 'readRerun':
      void readRerun(client, effect, notify);
      return;
    case 'end':
      client.disposeTerminal(effect.uri).catch(failed('end a terminal'));
      return;
    case 'notify':
      world.notices.notify(effect.notices);
      return;
    case 'ring':
      world.ring();
      return;
    case 'run':
      notify({ kind: 'command', command: effect.command, argument: effect.argument });
      return;
    case 'colors':
      sendColors(world);
      return;
    case 'keepTheme':
      inConfig(world, (path) => keepTheme(path, effect.theme)).catch(failed('keep the theme'));
      return;
    case 'openConfig':
      inConfig(world, (path) => openConfig(path, world)).catch(failed('open the configuration'));
      return;
    case 'measureCell':
      measureCell(world).catch(failed('measure a cell'));
      return;
    case 'suspend':
      world.suspension.suspend();
      return;
    case 'redraw':
      window.repaint();
  }
}

/** Rejects if no path for a configuration file is known. */
async function inConfig({ source }: World, act: (path: string) => void | Promise<void>): Promise<void> {
  if (source === undefined) throw new Error('there is no place for it: HOME is not set');
  await act(source.path);
}

/** Rejects with the reason why the host is not restarted. */
async function restartHost({ client, ownHost }: World): Promise<void> {
  if (ownHost === undefined) throw new Error('it is not the host of this machine and this user');
  await client.cotty.restart(ownHost.program);
}

// Long input in pieces that every host takes.

/** UTF-16 units of one `terminal/input`; longer pastes go as several, in order (the host takes 1 MiB at most). */
const INPUT_CHARS = 64 * 1024;

/** Cuts between code points: strict hosts refuse half a surrogate pair. */
function* inputPieces(data: string): Generator<string> {
  let from = 0;
  while (from < data.length) {
    let to = Math.min(data.length, from + INPUT_CHARS);
    const last = data.charCodeAt(to - 1);
    if (to < data.length && last >= 0xd800 && last <= 0xdbff) to--;
    yield data.slice(from, to);
    from = to;
  }
}

// Sizes that terminals get: those of their panes.

/** Returns the size a terminal held by this window should have. */
function paneSize(model: Model, uri: string | undefined): Size {
  const { pane } = paneLayout(model, 1, uri);
  return { cols: pane.width, rows: pane.height };
}

/** Returns the size of a new terminal: its shell prints its first prompt in it. */
function newSize(model: Model, joining: Joining | undefined): Size {
  const place = 'new';
  const splits = joining && joined(model.splits, place, joining.to, joining.side, panesArea(model.size));
  return paneSize({ ...model, active: place, splits: splits ?? [] }, place);
}

// The setting that names a theme.

/** Throws when the file cannot be changed. */
function keepTheme(configFile: string, theme: string): void {
  changeFile(configFile, (text) => withSetting(text, 'theme', theme));
}
