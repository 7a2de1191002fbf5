import { expect, it } from 'vitest';
import { EchoWatch } from '../../../src/host/terminal/echo-watch.ts';
import { HandClock } from '../../support/hand-clock.ts';

function watching(off = false) {
  const clock = new HandClock();
  const seen = { looks: 0, off };
  const watch = new EchoWatch(
    () => {
      seen.looks += 1;
      return Promise.resolve(seen.off);
    },
    clock,
    () => {},
  );
  return { clock, seen, watch };
}

it('does not look while what is typed is shown', () => {
  const { clock, seen, watch } = watching();
  for (const key of 'words') {
    watch.typed(key);
    watch.printed(key, () => true);
    clock.pass(200);
  }
  expect(seen.looks).toBe(0);
  expect(clock.waiting).toBe(0);
});

it('looks when what is typed is not shown, however fast it is typed', async () => {
  const { clock, seen, watch } = watching(true);
  for (const key of 'secret') {
    watch.typed(key);
    watch.printed(`a long line that has an ${key} in it by chance`, () => true);
    clock.pass(20);
  }
  await Promise.resolve();
  expect(seen.looks).toBe(1);
  expect(watch.off).toBe(true);
  watch.close();
  expect(clock.waiting).toBe(0);
});

it('looks after the end of a line and after a prompt', () => {
  const { clock, seen, watch } = watching();
  watch.typed('\r');
  clock.pass(40);
  expect(seen.looks).toBe(1);
  const other = watching();
  other.watch.printed('Password: ', () => true);
  other.clock.pass(40);
  expect(other.seen.looks).toBe(1);
});
