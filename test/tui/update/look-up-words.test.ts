import { describe, expect, test } from 'vitest';
import { unknownWords } from '../../../src/tui/model/command-words.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

const asked = (driver: Driver) =>
  driver.effects.flatMap((effect) => (effect.kind === 'askWords' ? effect.words : []));

const shown = ({ view }: Driver) =>
  view === undefined ? [] : unknownWords(view).map(({ start, end }) => [start, end]);

function started() {
  const driver = new Driver().list(terminal('one'));
  const uri = driver.model.active ?? '';
  return { driver, notify: (unknown: string[]) => driver.notify({ kind: 'wordsKnown', uri, unknown }) };
}

describe('the commands of the line', () => {
  test('are looked up once each, when the cursor has left them', () => {
    const { driver } = started();
    expect(asked(driver.type('gti'))).toEqual([]);
    expect(asked(driver.type(' '))).toEqual(['gti']);
    expect(asked(driver.type('status && gti x; mkae'))).toEqual([]);
    expect(asked(driver.type(' '))).toEqual(['mkae']);
  });

  test('are marked where they are unknown, but not while they are changed', () => {
    const { driver, notify } = started();
    driver.type('git x; gti y');
    expect(shown(driver)).toEqual([]);
    notify(['gti']);
    expect(shown(driver)).toEqual([[7, 10]]);
    driver.type('\x1b[D\x1b[D');
    expect(shown(driver)).toEqual([]);
    driver.type('s');
    expect(shown(driver)).toEqual([]);
  });

  test('are forgotten with the line, and answers for words that nobody asked for change nothing', () => {
    const { driver, notify } = started();
    driver.type('gti x');
    notify(['other']);
    expect(driver.view?.words.unknown).toEqual([]);
    notify(['gti']);
    driver.type('\x03');
    expect(driver.view?.words).toEqual({ asked: [], unknown: [] });
    notify(['gti']);
    expect(driver.view?.words.unknown).toEqual([]);
    expect(asked(driver.type('gti x'))).toEqual(['gti']);
  });

  test('are not looked up with the setting off', () => {
    const { driver } = started();
    driver.model = { ...driver.model, settings: { ...driver.model.settings, colorUnknown: false } };
    expect(asked(driver.type('gti x'))).toEqual([]);
  });
});
