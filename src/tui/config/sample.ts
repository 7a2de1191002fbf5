/** Writes the settings as documentation: a commented sample file, and a table for the README. */

import { CONDITIONS } from '../../client/commands/conditions.ts';
import { KEY_TABLES } from '../../client/commands/key-table.ts';
import { ROLE_TEXTS, ROLES } from '../theme/roles.ts';
import { allowed, writeValue } from './setting-kinds.ts';
import { SETTING_NAMES, SETTINGS, type SettingName } from './settings.ts';

/** Returns a sample config file that changes nothing: every setting is a comment with its default. */
export function sampleConfig(): string {
  return [HEAD, ...SETTING_NAMES.map(sampleSetting), KEYS].join('\n');
}

/** Returns a Markdown table of all settings. */
export function settingsTable(): string {
  const rows = SETTING_NAMES.map((name) => {
    const kind = SETTINGS[name];
    return `| \`${name}\` | ${code(writeValue(kind.default))} | ${allowed(kind)} | ${kind.about} |`;
  });
  return ['| Setting | Default | Values | What it does |', '| --- | --- | --- | --- |', ...rows, ''].join(
    '\n',
  );
}

/** Returns a Markdown table of all that has a colour. */
export function rolesTable(): string {
  const rows = ROLES.map((role) => `| \`${role}\` | ${ROLE_TEXTS[role]} |`);
  return ['| Role | What it is |', '| --- | --- |', ...rows, ''].join('\n');
}

function sampleSetting(name: SettingName): string {
  const kind = SETTINGS[name];
  const values = kind.kind === 'text' ? '' : ` (${allowed(kind)})`;
  return `# ${kind.about}${values}\n#${name} = ${writeValue(kind.default)}\n`.replaceAll(' \n', '\n');
}

function code(value: string): string {
  return value === '' ? '' : `\`${value}\``;
}

const HEAD = `# cotty reads this file when it starts, and open windows when it changes. A line is one of
#   # a comment
#   name = value            values with a # or with blanks at the ends go in "double quotes"
#   bind MODE KEY [SECOND KEY] COMMAND [NUMBER] [when CONDITION]
#   unbind MODE KEY [SECOND KEY]
#   color.ROLE = [COLOUR] [on COLOUR] [bold] [dim] [italic] [underline] [inverse]
# A line that cannot be read is reported and ignored; a window that is open keeps what it had.
# All settings follow, with their defaults. Remove the # to change one.
`;

const KEYS = `# Keys. Modes: ${KEY_TABLES.join(', ')}.
# Commands and their names: cotty keys --list
# Conditions: ${Object.keys(CONDITIONS).join(', ')}.
#bind run ctrl+t tab.new
#bind run alt+0 tab.select 1
#bind run ctrl+x ctrl+k tab.close
#bind run ctrl+o palette.open when input-empty
#unbind run f8
`;
