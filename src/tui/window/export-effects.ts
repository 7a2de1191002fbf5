/** Effects by which commands leave cotty: files, the clipboard, links to the page. */

import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, parse, resolve } from 'node:path';
import { placeName } from '../../client/blocks/place.ts';
import { exportedRuns, timedRunOfBlock } from '../../client/run/exported-runs.ts';
import { readable, readTerminal } from '../../client/run/replaying.ts';
import { linkOf, reachableAt } from '../../client/share/web-link.ts';
import { terminalPlace } from '../../client/terminal-place.ts';
import { drawPng } from '../../review/export/draw-png.ts';
import { type ExportedRun, exported, type SecretFound } from '../../review/export/exported.ts';
import type { FormatId } from '../../review/export/format-names.ts';
import { written } from '../../review/export/formats.ts';
import { amountText, secretsText, secretText } from '../../review/export/told.ts';
import { recordingOfRun } from '../../review/replay/recording.ts';
import { styledOutput } from '../../screen/text/styled-output.ts';
import type { Message } from '../model/message.ts';
import type { Effect, ExportEffect } from '../model/step.ts';
import { copyText } from './machine-effects.ts';
import type { World } from './world.ts';

/** Writes the commands, and says how much it was, and what secrets were found. */
export async function exportCommands(effect: ExportEffect, world: World): Promise<Message> {
  const { commands, format, file, withSecrets } = effect;
  const runs = await exportedRuns(world.client.cotty, commands, { times: format === 'cast' });
  const ready = exported(runs, styledOutput, { withSecrets });
  const data = await dataOf(format, ready.runs, world);
  const amount = amountText(ready.runs, format);
  const done =
    file === undefined
      ? `copied ${amount} (${await copyText(String(data), world)})`
      : `wrote ${placeName(await writeNew(pathOf(file, world), data), world.env['HOME'])}: ${amount}`;
  return {
    kind: 'exported',
    text: done + toldSecrets(ready.found, withSecrets),
    warns: ready.found.length > 0,
  };
}

function toldSecrets(found: readonly SecretFound[], withSecrets: boolean): string {
  const [first] = found;
  return first === undefined ? '' : ` · ${secretsText(found, withSecrets)}: ${secretText(first)}`;
}

async function dataOf(
  format: FormatId,
  runs: readonly ExportedRun[],
  { env }: World,
): Promise<string | Uint8Array> {
  const home = env['HOME'];
  if (format !== 'png') return written(format, runs, { home });
  const drawn = await drawPng(written('svg', runs, { home, theme: 'light' }), env);
  if (!drawn.ok) throw new Error(drawn.error);
  return drawn.png;
}

/** Returns the path of a file as a person writes it; a relative one is in the home folder. */
function pathOf(file: string, { env }: World): string {
  const home = env['HOME'] || homedir();
  return file === '~' || file.startsWith('~/') ? join(home, file.slice(1)) : resolve(home, file);
}

/** Names that are tried before it is given up. */
const MOST_NAMES = 100;

/** Writes a file that is not there yet: `name-2.md` if there is a `name.md`. Returns its path. */
async function writeNew(path: string, data: string | Uint8Array): Promise<string> {
  const { dir, name, ext } = parse(path);
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? path : join(dir, `${name}-${number}${ext}`);
    try {
      await writeFile(tried, data, { flag: 'wx' });
      return tried;
    } catch (error) {
      const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!isThere || number === MOST_NAMES) throw error;
    }
  }
}

/** Reads what is replayed. Never rejects: what is wrong is told in the place of the replay. */
export async function readReplay(
  { uri, terminal, block }: Extract<Effect, { kind: 'readReplay' }>,
  { client }: World,
): Promise<Message> {
  const recording =
    block === undefined
      ? await readTerminal(client.cotty, { channel: uri, name: terminal })
      : await readable(async () =>
          recordingOfRun(await timedRunOfBlock(client.cotty, block, { uri, terminal })),
        );
  return { kind: 'replay', uri, block, recording };
}

/** Copies a link that works once and lets its browser watch only. The web server has to run: a window opens none. */
export async function copyBlockLink(
  { uri, seq }: Extract<Effect, { kind: 'copyBlockLink' }>,
  world: World,
): Promise<Message> {
  const { web } = world.client.cotty;
  const status = await web.status();
  if (!status.open || status.address === undefined)
    throw new Error('the page is not served; `cotty web` serves it');
  const { secret } = await web.link('watch');
  const link = linkOf(reachableAt(status), secret, terminalPlace(uri, seq));
  const route = await copyText(link, world);
  return { kind: 'copied', what: 'a link that works once, for watching only', route };
}
