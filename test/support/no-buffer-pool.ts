/**
 * Turns off Node's pool of buffers. The grapheme addon of xterm.js, which the page imports as browsers do, reads the whole buffer
 * behind a decoded text: from a pool, that is the text of somebody else, too (see `loadAddon` in `screen/cells/grapheme-width.ts`).
 */
Buffer.poolSize = 0;
