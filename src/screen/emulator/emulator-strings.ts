/**
 * Sequences that carry a text (OSC, DCS): handlers for the few that matter here, each with a limit on the text it keeps.
 *
 * xterm's own handlers keep up to ten million characters, at about twenty bytes each while they arrive: one unfinished
 * sequence would take 200 MB.
 */

import type { Core, CoreParams, CoreStringPart } from '../core/emulator-core.ts';
import { COLOR_CODES, COLORS_LIMIT } from '../report/program-colors.ts';
import {
  KittyNotices,
  NOTICE_LIMIT,
  type ProgramNotice,
  plainNotice,
  rxvtNotice,
} from '../report/program-notice.ts';
import type { ProgramReports } from '../report/program-reports.ts';
import { parseProgress } from '../report/progress.ts';
import type { Links } from './emulator-links.ts';

// Reads what a program copies (OSC 52). A request for the clipboard is never answered: its contents are a secret.

/** Limit: characters of base64, as many as terminals take; a longer copy is left out whole. */
export const COPY_LIMIT = 100_000;

/** Reads the payload after `52;`: `SELECTION;BASE64`. Returns undefined for requests, other selections and broken text. */
export function copiedText(payload: string): string | undefined {
  const at = payload.indexOf(';');
  const base64 = payload.slice(at + 1);
  if (at < 0 || base64 === '' || base64 === '?' || base64.length > COPY_LIMIT) return undefined;
  const selection = payload.slice(0, at);
  if (selection !== '' && !selection.includes('c') && !selection.includes('s')) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  // Node leaves out what is no base64, and would copy something else than the program meant.
  if (bytes.toString('base64').replaceAll('=', '') !== base64.replaceAll('=', '')) return undefined;
  return bytes.toString('utf8');
}

/** Limits in characters: more than any title, address, setting request (DECRQSS) or progress report needs. */
const TITLE_LIMIT = 4096;
const LINK_LIMIT = 8192;
const REQUEST_LIMIT = 64;
/** Characters for the names of selections before the text, and one more so that a text that is too long is noticed. */
const SELECTION_LIMIT = 16;

/** OSC numbers xterm handles: icon name and title, links, and colours. */
const KNOWN_OSC = [0, 1, 2, 4, 8, 10, 11, 12, 104, 110, 111, 112];

export function readStrings(core: Core, links: Links, reports: ProgramReports): void {
  const parser = core._inputHandler._parser;
  for (const id of KNOWN_OSC) parser.clearOscHandler(id);
  for (const id of [0, 2])
    parser.registerOscHandler(
      id,
      oscPart(TITLE_LIMIT, (text) => reports.titled(text)),
    );
  for (const code of COLOR_CODES)
    parser.registerOscHandler(
      code,
      oscPart(COLORS_LIMIT, (payload) => reports.colors.take(code, payload)),
    );
  const kitty = new KittyNotices();
  const notice = (found: ProgramNotice | undefined) => found && reports.noticed(found);
  parser.registerOscHandler(
    9,
    oscPart(NOTICE_LIMIT, (payload) => {
      const progress = parseProgress(payload);
      if (progress === undefined) notice(plainNotice(payload));
      else reports.progressed(progress);
    }),
  );
  parser.registerOscHandler(
    99,
    oscPart(NOTICE_LIMIT, (payload) => notice(kitty.read(payload))),
  );
  parser.registerOscHandler(
    777,
    oscPart(NOTICE_LIMIT, (payload) => notice(rxvtNotice(payload))),
  );
  parser.registerOscHandler(
    52,
    oscPart(COPY_LIMIT + SELECTION_LIMIT, (payload) => {
      const text = copiedText(payload);
      if (text !== undefined) reports.copied(text);
    }),
  );
  parser.registerOscHandler(
    8,
    oscPart(LINK_LIMIT, (payload) => link(core, links.open(payload))),
  );
  parser.registerCsiHandler({ final: 't' }, ({ params, length }) => {
    // The second parameter selects: 0 icon label and title, 1 only the label, 2 only the title.
    if (length > 1 && params[1] === 1) return false;
    if (params[0] === KEEP_TITLE) reports.keepTitle();
    else if (params[0] === RESTORE_TITLE) reports.restoreTitle();
    return false;
  });
  const request = { intermediates: '$', final: 'q' };
  parser.clearDcsHandler(request);
  parser.registerDcsHandler(request, {
    ...collected(REQUEST_LIMIT, (asked) => core._inputHandler.requestStatusString(asked, NO_PARAMS)),
  });
}

/** XTWINOPS: save the title on a stack, and restore it from there. */
const [KEEP_TITLE, RESTORE_TITLE] = [22, 23];

const NO_PARAMS: CoreParams = { params: new Int32Array(1), length: 1 };

function link(core: Core, number: number): void {
  const pen = core._inputHandler._curAttrData;
  pen.extended = pen.extended.clone();
  pen.extended.urlId = number;
  pen.updateExtended();
}

function oscPart(
  limit: number,
  run: (payload: string) => void,
): CoreStringPart & { start(): void; end(success: boolean): true } {
  const { hook, put, unhook } = collected(limit, run);
  return { start: hook, put, end: unhook };
}

/** Characters converted at once: a call takes a limited number of arguments. */
const CHUNK = 4096;

/** Collects a payload and cuts it at a limit. Calls `run` only if the sequence was terminated properly. */
function collected(limit: number, run: (payload: string) => void) {
  let payload = '';
  return {
    hook(): void {
      payload = '';
    },
    put(data: Uint32Array, start: number, end: number): void {
      const room = Math.max(0, limit - payload.length);
      for (let at = start; at < Math.min(end, start + room); at += CHUNK)
        payload += String.fromCodePoint(...data.subarray(at, Math.min(end, start + room, at + CHUNK)));
    },
    unhook(success: boolean): true {
      if (success) run(payload);
      payload = '';
      return true;
    },
  };
}
