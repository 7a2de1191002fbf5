/** Says what it takes to bring this version of cotty to a machine, asks, and does it: for `add` and `upgrade`. */

import { dirname } from 'node:path';
import { FAR_FOLDER, install } from '../../machine/install.ts';
import { ownPlatform, type Package, packageFor, platformName } from '../../machine/package.ts';
import { OLDEST_NODE, type Probe, probe } from '../../machine/probe.ts';
import type { WayOptions } from '../../machine/way.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { launcher, readVersion } from '../common/installation.ts';
import type { Io } from '../common/io.ts';
import { complain, say } from '../common/print.ts';
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
  try {
    return await probe(way);
  } catch (error) {
    complain(io, `cannot reach ${way.reach.address}: ${reasonOf(error)}`);
    return undefined;
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
  const done = await install({
    way,
    version,
    files: plan.files,
    node: plan.node,
    inflates: found.inflates,
  });
  if (done.ok) say(io, `cotty ${version} is there\n`);
  else complain(io, `it could not be installed there: ${done.error}`);
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
