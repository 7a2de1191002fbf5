/** Instructions that an agent reads once, before it sees a tool: when to use terminals, how to be woken. */

export const INSTRUCTIONS = `Terminals that you share with people and other agents. They keep running after you end.

Use a terminal for work that must keep running or that others should see: dev servers, watchers, log tailing, REPLs, long builds and test runs. For one-off commands (git status, ls, mkdir, cat, grep) use your own shell tool.

- Call term_list first. What you need may already be running, perhaps in a person's terminal. You may read every terminal.
- term_run waits until the command ends and returns its exit code. Set wait: false for servers. Set a timeout for any command that may hang.
- Do not poll. Call term_subscribe, then term_wait: you are woken when somebody else's command ends.
- A terminal has one holder. If a person holds it, term_run and term_keys are refused. Ask with term_claim ask: true, or make your own terminal with term_spawn.
- For programs that expect keys (menus, editors, prompts): look with term_screen, type with term_keys.`;
