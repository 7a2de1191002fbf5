/** The model a window begins with. */

import type { AgentLine } from '../../protocol/common/agent-line.ts';
import { configKeymap } from '../config/config-keymap.ts';
import type { Config, ConfigProblem } from '../config/parse.ts';
import { appearanceOf } from '../model/appearance.ts';
import { NO_FEED } from '../model/feed.ts';
import type { Model, Toast } from '../model/model.ts';
import { surroundings } from '../model/surroundings.ts';
import type { Size } from '../model/window-layout.ts';
import { capabilitiesOf } from '../outer/capabilities.ts';

export type FirstModelOptions = {
  readonly clientId: string;
  readonly writer: string;
  /** How the host let this window in, `local` or `token`. */
  readonly via?: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: string;
  readonly config: Config;
  readonly size: Size;
  readonly show: string | undefined;
  readonly now: number;
  /** The text by which an agent joins. */
  readonly agentLine: AgentLine | undefined;
};

export function firstModel({
  clientId,
  writer,
  via,
  env,
  platform,
  config,
  size,
  show,
  now,
  agentLine: line,
}: FirstModelOptions): Model {
  const around = surroundings(env, platform, line);
  const outer = capabilitiesOf(env);
  const { settings } = config;
  const { keymap, problems } = configKeymap(config, around.outer);
  return {
    size,
    me: { clientId, writer, ...(via === undefined ? {} : { via }) },
    connection: 'ready',
    revival: undefined,
    tabs: [],
    active: undefined,
    awaited: show,
    visited: undefined,
    views: {},
    splits: [],
    many: [],
    rowFilter: undefined,
    lastLines: {},
    joining: undefined,
    dialog: undefined,
    offeredCopy: undefined,
    pasting: undefined,
    toast: problemToast([...config.problems, ...problems], now),
    outer,
    around,
    appearance: appearanceOf(settings, around, outer, config.theme),
    customTheme: config.theme,
    settings,
    keymap,
    reserved: undefined,
    mouse: settings.mouse,
    escapedAt: 0,
    recent: [],
    drag: undefined,
    heldTab: undefined,
    heldBorder: undefined,
    clicked: undefined,
    closed: undefined,
    focused: true,
    feed: NO_FEED,
    goingTo: undefined,
    chord: undefined,
    agents: { kind: 'unknown' },
    pastOff: false,
    quit: undefined,
  };
}

/** Time a window shows at its start that lines of the config file were left out (ms). */
const PROBLEM_MS = 15_000;

/** Names the first bad line of the config file and counts the others; good lines are in effect. */
function problemToast(problems: readonly ConfigProblem[], now: number): Toast | undefined {
  const [first, ...more] = problems;
  if (first === undefined) return undefined;
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
  return {
    text: `config line ${first.line}: ${first.problem}${others}`,
    tone: 'bad',
    until: now + PROBLEM_MS,
  };
}
