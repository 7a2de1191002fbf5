/** What an agent reads once, before it sees a tool: when terminals are the right thing, and how to be woken. */

export const INSTRUCTIONS = `Terminals that you share with people and other agents; they outlive you.

Use a terminal for what has to stay alive or be seen by others: dev servers, watchers, log tailing, REPLs, long builds and test runs. For one-off commands (git status, ls, mkdir, cat, grep) use your own shell tool.

- term_list first: what you need may run already, also in a person's terminal, which you may read.
- term_run waits for the end and returns the exit code; wait: false for servers. Give a timeout to whatever may hang.
- Do not poll: term_subscribe, then term_wait. You are woken when a command of somebody else ends.
- A terminal has one holder. If a person holds it, run and keys are refused: ask with term_claim ask: true, or work in a terminal of your own.
- Programs that want keys (menus, editors, prompts): term_screen to look, term_keys to type.`;
