/**
 * Sequences that carry a text (OSC, DCS): handlers for the few that matter here, each with a limit on the text it keeps.
 *
 * xterm's own handlers keep up to ten million characters, at about twenty bytes each while they arrive: one unfinished
 * sequence would take 200 MB.
 */
import type { Core, CoreParams, CoreStringPart } from './emulator-core.ts';
import type { Links } from './emulator-links.ts';

/** Limits in characters: more than any title, address, setting request (DECRQSS) or progress report needs. */
const TITLE_LIMIT = 4096;
const LINK_LIMIT = 8192;
const REQUEST_LIMIT = 64;
const PROGRESS_LIMIT = 16;

/** OSC numbers xterm handles: icon name and title, links, and colours. The host answers colour queries; nothing sets colours here. */
const KNOWN_OSC = [0, 1, 2, 4, 8, 10, 11, 12, 104, 110, 111, 112];

export type StringListeners = {
  readonly titled: (text: string) => void;
  /** Receives the payload after `9;`, cut to the length of the longest progress report. */
  readonly reported: (payload: string) => void;
};

export function readStrings(core: Core, links: Links, { titled, reported }: StringListeners): void {
  const parser = core._inputHandler._parser;
  for (const id of KNOWN_OSC) parser.clearOscHandler(id);
  for (const id of [0, 2]) parser.registerOscHandler(id, oscPart(TITLE_LIMIT, titled));
  parser.registerOscHandler(9, oscPart(PROGRESS_LIMIT, reported));
  parser.registerOscHandler(
    8,
    oscPart(LINK_LIMIT, (payload) => link(core, links.open(payload))),
  );
  const request = { intermediates: '$', final: 'q' };
  parser.clearDcsHandler(request);
  parser.registerDcsHandler(request, {
    ...collected(REQUEST_LIMIT, (asked) => core._inputHandler.requestStatusString(asked, NO_PARAMS)),
  });
}

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

/** Collects a payload and cuts it at a limit. Calls `run` only if the sequence was terminated properly. */
function collected(limit: number, run: (payload: string) => void) {
  let payload = '';
  return {
    hook(): void {
      payload = '';
    },
    put(data: Uint32Array, start: number, end: number): void {
      const room = Math.max(0, limit - payload.length);
      payload += String.fromCodePoint(...data.subarray(start, Math.min(end, start + room)));
    },
    unhook(success: boolean): true {
      if (success) run(payload);
      payload = '';
      return true;
    },
  };
}
