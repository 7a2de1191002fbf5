/** Random texts of control characters, pieces of sequences and letters. */

import fc from 'fast-check';

const unit = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(...'\x1b\x9b\x9d\x90\x98\x9e\x9f\x9c\x18\x1a\x07\r\n\b\x00\x7f\x85'),
  },
  { weight: 3, arbitrary: fc.constantFrom(...'[]P_^X\\?;:<=>019479hlmKcq$ (B#é漢') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('\x1b[', '\x1b]0;', '\x1bP$q', '\x1b\\', '\x1b[?1049h', '\x1b[?47;25l', '47;'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
);

export const hostileText = fc.array(unit, { maxLength: 30 }).map((units) => units.join(''));
