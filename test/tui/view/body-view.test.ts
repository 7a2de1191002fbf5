import { expect, test } from 'vitest';
import { rowText } from '../../../src/screen/cells/row.ts';
import { screenPlaces } from '../../../src/tui/blocks/list/list-position.ts';
import { screenViewOf } from '../../../src/tui/terminal/screen-view.ts';
import { bodyView } from '../../../src/tui/view/body-view.ts';
import { Driver } from '../../support/tui-model.ts';

test('the body shows the screen as it was while a program draws', () => {
  const live = screenViewOf(
    {
      title: 't',
      cols: 20,
      rows: 4,
      content: [],
      lifecycle: { status: 'running' },
      claim: { kind: 'client', clientId: 'me' },
    },
    100,
  );
  const shown = () =>
    bodyView({
      plan: {
        lines: [{ kind: 'live', index: 0 }],
        screen: true,
        following: true,
        atBottom: true,
        below: { lines: 0, more: false },
        selectedVisible: false,
        places: screenPlaces(0, 1),
      },
      live,
      rect: { x: 0, y: 0, width: 20, height: 1 },
      appearance: new Driver().model.appearance,
      now: 0,
      selection: undefined,
    }).map(({ row }) => rowText(row));
  live.take('before');
  live.take('\x1b[?2026h\x1b[2K\rhalf drawn');
  expect(shown()).toEqual(['before']);
  live.take('\x1b[?2026l');
  expect(shown()).toEqual(['half drawn']);
  live.close();
});
