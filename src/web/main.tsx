/** Starts the page: takes the link out of the address, signs in, connects, and shows the terminals. */

import { effect } from '@preact/signals';
import { render } from 'preact';
import { HostClient } from '../client/client.ts';
import { wayThrough } from './connect/connection.ts';
import { randomId } from './connect/random-id.ts';
import { Door, type Session, takeLink } from './connect/sign-in.ts';
import { Page } from './model/page.ts';
import { openSettings, type Settings, type ThemeSetting } from './model/settings.ts';
import { App } from './views/App.tsx';
import { Gate } from './views/Gate.tsx';

/** The clientId of this page; a page that is loaded again is the same client. */
const CLIENT_KEY = 'cotty-client';
/** The colour `--side` of each theme. */
const COLORS = { light: '#f4f2ee', dark: '#121316', contrast: '#000000' };

const link = takeLink(location, history);
const door = new Door(localStorage, (path, init) => fetch(path, init));
const settings = openSettings(localStorage);
const root = document.getElementById('page') ?? document.body;

let shown: Page | undefined;

followTheme(settings);
// A link that is opened in the tab of a page only changes the fragment of its address.
addEventListener('hashchange', () => {
  const opened = takeLink(location, history);
  if (opened !== undefined) void enter(() => door.signIn(opened));
});
void begin(link);

async function begin(secret: string | undefined): Promise<void> {
  try {
    if (secret !== undefined) await door.signIn(secret);
    await show(await door.session());
  } catch (error) {
    gate(asError(error));
  }
}

async function show(session: Session): Promise<void> {
  const client = await HostClient.open({
    ...wayThrough(door, location),
    clientId: clientId(),
    clientInfo: { name: 'cotty web', version: session.version },
    meta: { writer: session.writer, screens: true, ownInput: false, acks: true },
  });
  const page = new Page({
    client,
    session,
    settings,
    signOut: () => void enter(() => door.signOut()),
    onEnd: (reason) => void ended(page, reason),
  });
  shown = page;
  render(<App page={page} />, root);
  // These are loaded when they are first needed, which must not be while the host is away.
  void import('../protocol/messages.ts');
  void import('./views/pages/OverPage.tsx');
  void import('./views/dialogs/Dialogs.tsx');
  if (page.mayType) void pushAsSet(page);
}

async function pushAsSet({ messages }: Page): Promise<void> {
  const { followPush } = await import('./model/push-setting.ts');
  followPush(door, settings, (why) => messages.say(why, { kind: 'bad' }));
}

/** The host has closed the connection for good: the page is signed out or too old, or another tab has become this client. */
async function ended(page: Page, reason: string): Promise<void> {
  sessionStorage.removeItem(CLIENT_KEY);
  const error = await door.session().then(() => new Error(reason), asError);
  shown = undefined;
  gate(error);
  page.close();
}

function gate(error: Error): void {
  const signIn = (secret: string) => void enter(() => door.signIn(secret));
  const again = () => void enter(() => door.session());
  render(<Gate error={error} onLink={signIn} onRetry={again} />, root);
}

/** Reloads the page when the web server answers again, since the host may have another version of it by now. */
async function enter(way: () => Promise<unknown>): Promise<void> {
  try {
    await way();
    location.reload();
  } catch (error) {
    if (shown === undefined) gate(asError(error));
    else shown.messages.bad(error);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** A duplicated browser tab has the storage of the first. The one that was loaded last is the client; the other one says so. */
function clientId(): string {
  const known = sessionStorage.getItem(CLIENT_KEY);
  if (known !== null) return known;
  const made = `web-${randomId()}`;
  sessionStorage.setItem(CLIENT_KEY, made);
  return made;
}

// Puts the chosen theme on the document; the style sheets know what it means, and `auto` is what the system
// says.

function followTheme({ theme, fontSize }: Settings): void {
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value;
    tellBrowser(theme.value);
  });
  effect(() => {
    document.documentElement.style.setProperty('--mono-size', `${fontSize.value}px`);
  });
}

/** The bars of the browser, and of a phone around the installed page, have the colour of the page. */
function tellBrowser(theme: ThemeSetting): void {
  for (const element of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const usual = element.media.includes('dark') ? COLORS.dark : COLORS.light;
    element.content = theme === 'auto' ? usual : COLORS[theme];
  }
}
