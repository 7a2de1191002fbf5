import { describe, expect, it } from 'vitest';
import { COMMAND_IDS } from '../../../src/client/commands/commands.ts';
import { editOf } from '../../../src/screen/editor/edit.ts';

describe('editOf', () => {
  it('knows every editing command of the keymap', () => {
    const editing = COMMAND_IDS.filter((id) => id.startsWith('edit.'));
    expect(editing.filter((id) => editOf(id) === undefined)).toEqual([]);
  });

  it('takes nothing else for an edit', () => {
    expect(editOf('tab.new')).toBeUndefined();
    expect(editOf('input.submit')).toBeUndefined();
    expect(editOf('input.historyPrevious')).toEqual({ type: 'up' });
  });
});
