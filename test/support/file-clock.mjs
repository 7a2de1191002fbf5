/** Preloaded by the processes of a sandbox: their clock stands at what a file says, in milliseconds, until a program writes another time. */

import { readFileSync } from 'node:fs';

const RealDate = Date;
const path = process.env['COTTY_TEST_CLOCK'] ?? '';
const now = () => Number(readFileSync(path, 'utf8'));

globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [now()] : args));
  }

  static now() {
    return now();
  }
};
