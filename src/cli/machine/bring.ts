/** Says what it takes to bring this version of cotty to a machine, asks, and does it: for `add` and `upgrade`. */

import { dirname } from 'node:path';
import { FAR_FOLDER, install } from '../../machine/install.ts';
import { ownPlatform, type Package, packageFor, platformName } from '../../machine/package.ts';
import { OLDEST_NODE, type Probe, probe } from '../../machine/probe.ts';
import { LOGIN_S } from '../../machine/run-far.ts';
import type { WayOptions } from '../../machine/way.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { launcher, readVersion } from '../common/installation.ts';
import type { Io } from '../common/io.ts';
import { printable } from '../common/plain-text.ts';
import { complain, say, sayBeside } from '../common/print.ts';
import { confirmed } from '../connect/confirm.ts';
import { counted } from '../host/host-status.ts';

export type Choices = {
  /** Whether not to ask. */
  readonly yes: boolean;
  /** Whether this machine's own Node may go along where none is. */
  readonly node: boolean;
};

export type BringOptions = Choices & { readonly way: WayOptions; readonly found: Probe };

/** Room that is left free in the home folder there, in bytes. */
const SPARE = 64 * 1024 * 1024;

/** Asks the machine what it has; prints why if it cannot be reached. */
export async function probed(way: WayOptions, io: Io): Promise<Probe | undefined> {
  const { address } = way.reach;
  try {
    const found = await waitingFor(`an answer of ${address}`, io, (onWait) => probe(way, onWait));
    for (const what of found.late)
      complain(
        io,
        `${address}: ${printable(what)} did not answer within ${LOGIN_S} s; what only that knows is not seen`,
      );
    return found;
  } catch (error) {
    complain(io, `cannot reach ${address}: ${printable(reasonOf(error))}`);
    return undefined;
  }
}

/** Milliseconds after which it is printed what is waited for, and how often it is repeated. */
const FIRST_NEWS_MS = 2_000;
const NEWS_MS = 10_000;

/** Prints what is waited for while that takes long. `act` gets a function to name the next step, or how far it is. */
export async function waitingFor<T>(
  first: string,
  io: Io,
  act: (onWait: (what: string) => void) => Promise<T>,
): Promise<T> {
  let what = first;
  let timer: NodeJS.Timeout | undefined;
  const since = Date.now();
  const later = (ms: number): void => {
    timer = setTimeout(() => {
      const seconds = Math.round((Date.now() - since) / 1000);
      sayBeside(io, `waiting for ${printable(what)} (${seconds} s)\n`);
      later(NEWS_MS);
    }, ms);
  };
  later(FIRST_NEWS_MS);
  try {
    return await act((next) => {
      what = next;
    });
  } finally {
    clearTimeout(timer);
  }
}

/** One line about what the machine has. */
export function describeProbe({ system, node, oldNode, cotty, host, free }: Probe): string {
  const which = node ?? oldNode;
  return [
    system,
    which === undefined ? 'no Node' : `Node ${which.version}`,
    cotty === undefined ? 'no cotty' : `cotty ${cotty.version}`,
    ...(host === undefined ? [] : [`a host with ${counted(host.terminals, 'terminal')}`]),
    ...(free === undefined ? [] : [`${sizeText(free)} free`]),
  ].join(', ');
}

/** Installs this version. Returns whether it is there now, and prints why if not. */
export async function bring(options: BringOptions, io: Io): Promise<boolean> {
  const { way, found, yes } = options;
  const version = readVersion();
  const plan = planOf(options);
  if (!plan.ok) {
    complain(io, plan.error);
    return false;
  }
  const folder = `${found.home}/${FAR_FOLDER}`;
  say(
    io,
    [
      `It will copy cotty ${version}${plan.bringsNode ? ` and Node ${process.versions.node}` : ''} (${sizeText(plan.bytes)}) over this connection to ${folder}/${version},`,
      `to be started by ${folder}/bin/cotty with ${plan.node ?? 'that Node'}. Nothing else is written, and no port is opened.\n`,
    ].join('\n'),
  );
  if (!yes && !(await mayGoOn(io, 'Go on? [y/N] ', 'nothing was installed'))) return false;
  const done = await waitingFor('the copy', io, (onWait) =>
    install({
      way,
      version,
      files: plan.files,
      node: plan.node,
      inflates: found.inflates,
      onWait,
      onSent: (bytes) =>
        onWait(`the copy, ${sizeText(Math.min(bytes, plan.bytes))} of ${sizeText(plan.bytes)}`),
    }),
  );
  if (done.ok) say(io, `cotty ${version} is there\n`);
  else complain(io, `it could not be installed there: ${printable(done.error)}`);
  return done.ok;
}

/** Asks a question. Prints that nothing was done if the answer is no, or if there is nobody to ask. */
export async function mayGoOn(io: Io, asked: string, nothing: string): Promise<boolean> {
  if (await confirmed(io, asked)) return true;
  const nobody = io.stdin.isTTY === true ? '' : ': input is not a terminal to ask at, so use --yes';
  complain(io, `${nothing}${nobody}`);
  return false;
}

type Plan =
  | (Extract<Package, { ok: true }> & { readonly node: string | undefined; readonly bringsNode: boolean })
  | { readonly ok: false; readonly error: string };

function planOf({ found, node: mayBring }: BringOptions): Plan {
  if (!found.home.startsWith('/'))
    return { ok: false, error: 'there is no home folder there: HOME is not set' };
  if (!found.unpacks) return { ok: false, error: 'there is no tar there, by which the package is unpacked' };
  const bringsNode = found.node === undefined;
  const wrong = bringsNode ? wrongNode(found, mayBring) : undefined;
  if (wrong !== undefined) return { ok: false, error: wrong };
  const root = dirname(dirname(launcher));
  const made = packageFor({ root, platform: found.platform, node: bringsNode });
  if (!made.ok) return { ok: false, error: `${made.error}, so terminals cannot be opened there` };
  const { free } = found;
  if (free !== undefined && free < made.bytes + SPARE) {
    const needed = sizeText(made.bytes + SPARE);
    return {
      ok: false,
      error: `only ${sizeText(free)} are free in ${found.home} there, and ${needed} are needed`,
    };
  }
  return { ...made, node: found.node?.path, bringsNode };
}

/** Why there is no Node for it; undefined if that of this machine goes along. */
function wrongNode({ platform, oldNode }: Probe, mayBring: boolean): string | undefined {
  const has = oldNode === undefined ? 'there is no Node there' : `Node there is ${oldNode.version}`;
  const lack = `${has}, and cotty needs ${OLDEST_NODE} or newer`;
  const own = ownPlatform();
  const isAlike = platformName(platform) === platformName(own);
  if (mayBring && isAlike) return undefined;
  const how = [
    'To get one there: from https://nodejs.org/en/download, by your system (apt, dnf, brew, apk), or by nvm, fnm or volta',
    ...(isAlike ? [`Or bring the one of this machine (Node ${process.versions.node}): add --node`] : []),
  ].join('\n');
  return mayBring
    ? `${lack}. That of this machine is for ${platformName(own)}, not for ${platformName(platform)}\n${how}`
    : `${lack}\n${how}`;
}

function sizeText(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
