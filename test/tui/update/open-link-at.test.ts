import { describe, expect, test } from 'vitest';
import { linkTo } from '../../../src/screen/cells/link-table.ts';
import { textRow } from '../../../src/screen/cells/row.ts';
import { styleNumber } from '../../../src/screen/cells/style-table.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

/** Ctrl+click as an SGR mouse report; columns and lines count from 1. */
const ctrlClick = (x: number) => `\x1b[<16;${x};2M`;

function clicked(text: string, address?: string) {
  const style = address === undefined ? 0 : styleNumber(0, 0, 0, linkTo(address));
  const driver = new Driver().list(terminal('one'));
  driver.rows = [textRow([{ text: 'go: ' }, { text, style }, { text: ' now' }], 80)];
  driver.type(ctrlClick(7));
  return driver;
}

describe('Ctrl+click', () => {
  test('opens an address that is seen at once', () => {
    for (const driver of [
      clicked('https://bank.example/a'),
      clicked('https://bank.example', 'https://bank.example/'),
      clicked('bank.example/a', 'https://bank.example/a'),
    ])
      expect(driver.effects).toMatchObject([{ kind: 'openLink' }]);
  });

  test.each([
    ['https://bank.example', 'https://evil.example/'],
    ['https://bank.example', 'https://bank.example@evil.example/'],
    ['report', 'https://evil.example/'],
  ])('shows where %s leads before %s is opened', (text, address) => {
    const driver = clicked(text, address);
    expect(driver.effects).toEqual([]);
    expect(driver.model.dialog).toEqual({
      kind: 'confirm',
      question: `This link leads to evil.example.\nOpen ${address}?`,
      yes: { kind: 'openLink', address, uri: 'ahp-terminal:/one' },
    });
    expect(driver.type('\r').effects).toEqual([{ kind: 'openLink', address, uri: 'ahp-terminal:/one' }]);
  });

  test('shows a file that a link of another text leads to', () => {
    const driver = clicked('readme', 'file:///etc/passwd');
    expect(driver.model.dialog).toMatchObject({ question: 'Open file:///etc/passwd?' });
    expect(driver.type('\x1b').effects).toEqual([]);
  });
});
