/** Which host a subcommand talks to: the one of `--connect`, else this user's own. */

import { ExitCode } from '../ground/exit-code.ts';
import type { Io } from '../ground/io.ts';
import { type FoundHost, findHost } from './find-host.ts';
import { logTail } from './host-log.ts';
import { hostPlace } from './host-place.ts';
import { startBackground } from './start-background.ts';
import { type StartMode, tooLate } from './start-mode.ts';

export type Target =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly exitCode: ExitCode; readonly error: string };

type TargetOptions = {
  readonly connect?: string | undefined;
  /** Start a host when none runs. */
  readonly start: boolean;
  /** How it then starts. */
  readonly mode?: StartMode | undefined;
  /** Called once it is clear that there is somebody to talk to. */
  readonly meanwhile: () => void;
};

const ordinary: StartMode = { clean: false, ephemeral: false, rawLog: false };

const LOG_LINES = 8;

export async function findTarget(options: TargetOptions, io: Io): Promise<Target> {
  const { meanwhile, mode = ordinary } = options;
  const late = tooLate(mode);
  const running: Target | undefined =
    late === undefined ? undefined : { ok: false, exitCode: ExitCode.usage, error: late };
  if (options.connect !== undefined) {
    if (running !== undefined) return running;
    meanwhile();
    return checkUrl(options.connect);
  }
  const place = hostPlace(io.env);
  if (!place.ok) return { ok: false, exitCode: ExitCode.noHost, error: place.error };
  const { socket, log } = place;
  const start = () => startBackground(place, mode, io.env);
  const found = await findHost({ socket, meanwhile, ...(options.start ? { start } : {}) });
  if (found.ok && !found.started && running !== undefined) return running;
  if (found.ok) return { ok: true, url: found.url };
  return { ok: false, exitCode: ExitCode.noHost, error: explain(found, log) };
}

function checkUrl(url: string): Target {
  const text = `--connect "${url}" is no address of a host; write unix:PATH, ws://HOST:PORT or wss://HOST:PORT`;
  const wrong: Target = { ok: false, exitCode: ExitCode.usage, error: text };
  if (/^unix:./.test(url)) return { ok: true, url };
  return /^wss?:\/\/./.test(url) && URL.canParse(url) ? { ok: true, url } : wrong;
}

function explain(found: Exclude<FoundHost, { ok: true }>, log: string): string {
  if (found.reason === 'none') return 'no host is running; `cotty` or `cotty new` starts one';
  const what =
    found.reason === 'ended'
      ? `the host ended as it started (exit code ${found.exitCode ?? 'unknown'})`
      : `the host did not answer within ${Math.round(found.waitedMs / 1000)} s`;
  const tail = logTail(log, LOG_LINES);
  const said = tail === '' ? 'it wrote nothing' : `its last words were:\n${tail.replace(/^/gm, '  ')}`;
  return `${what}; ${said}\nThe whole log: ${log}\nTo see it start: cotty host`;
}
