/**
 * The forms of secrets that are not written to disk, and not exported unasked. Every repetition that could begin anywhere is bounded, so that no text
 * makes the search slow.
 */

export type SecretForm = {
  /** What it is, for people. */
  readonly what: string;
  /** Lower-case pieces of text, of which each such secret has at least one. */
  readonly signs: readonly string[];
  /** Its first group is not redacted. */
  readonly pattern: RegExp;
};

/** A name whose value is a secret. */
const NAME =
  '[\\w-]{0,40}(?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?)[\\w-]{0,20}';
/** Words of which each such name has at least one. */
export const NAME_SIGNS: readonly string[] = [
  'key',
  'token',
  'passwd',
  'password',
  'passphrase',
  'secret',
  'credential',
];
/** `PW` as a word of a name, and `PWD` behind another word; `PWD` and `OLDPWD` are folders. */
const PW_NAME = '(?:(?:[\\w-]{0,40}[_-])?pw(?:[_-][\\w-]{0,20})?|[\\w-]{0,40}[a-z0-9][_-]pwd)';
/** Colour sequences between a name and its value. */
const COLOR = '(?:\\x1b\\[[\\d;]*m){0,4}';
/** A literal value; a reference to a variable (`$NAME`) is no secret. */
const VALUE = `(?!\\$)(?:"[^"\\r\\n]+"?|'[^'\\r\\n]+'?|[^\\s"'&;|<>()\\x1b]+)`;

/** The arguments between the name of a program and one of its options. */
const ARGS = '[^\\r\\n;|&]{0,160}?';

export const secretForms: readonly SecretForm[] = [
  {
    what: 'a private key',
    signs: ['-----begin', '-----end'],
    pattern:
      /()-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|$)/g,
  },
  {
    what: 'a token with the prefix of its issuer',
    signs: [
      ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_', 'glpat-', 'xox', 'sk-', 'sk_', 'rk_', 'hf_'],
      ...['akia', 'asia', 'aiza', 'npm_', 'sg.', 'eyj', 'cotty_report_'],
    ],
    pattern:
      /\b()(?:gh[pousr]_\w{30,255}|github_pat_\w{22,255}|glpat-[\w-]{20,255}|xox[abeoprs]-[\w-]{10,255}|sk-[\w-]{20,255}|[rs]k_(?:live|test)_\w{10,255}|hf_[A-Za-z0-9]{30,255}|A[KS]IA[0-9A-Z]{16}|AIza[\w-]{30,255}|npm_\w{30,255}|cotty_report_[0-9a-f]{40}|SG\.[\w-]{16,80}\.[\w-]{16,80}|eyJ[\w-]{8,2048}\.[\w-]{8,2048}\.[\w-]{8,2048})/g,
  },
  {
    what: 'the address of a webhook',
    signs: ['hooks.slack.com', 'api/webhooks'],
    pattern:
      /(\bhooks\.slack\.com\/(?:services|workflows|triggers)\/|\bdiscord(?:app)?\.com\/api\/webhooks\/)[\w/-]{8,255}/g,
  },
  {
    what: 'an authorization header',
    signs: ['bearer', 'authorization'],
    pattern: /\b((?:bearer|authorization:\s{0,4}(?:basic|token))\s{1,4})[\w.~+/=-]{8,8192}/gi,
  },
  {
    what: 'a value behind a name and an equals sign',
    signs: NAME_SIGNS,
    pattern: new RegExp(`\\b(${NAME}=${COLOR})${VALUE}`, 'gi'),
  },
  {
    what: 'a value behind a short name and an equals sign',
    signs: ['pw'],
    pattern: new RegExp(`(?<![\\w-])(${PW_NAME}=${COLOR})${VALUE}`, 'gi'),
  },
  {
    what: 'a value behind a quoted key',
    signs: NAME_SIGNS,
    pattern: new RegExp(`(["']${NAME}["']\\s{0,4}:\\s{0,4}${COLOR})${VALUE}`, 'gi'),
  },
  {
    what: 'a value behind a name and a colon, alone on a line',
    signs: NAME_SIGNS,
    pattern: new RegExp(`^([ \\t]{0,40}${NAME}:[ \\t]{1,4}${COLOR})${VALUE}(?=[ \\t]*\\r?$)`, 'gim'),
  },
  {
    what: 'a value behind a name and a colon that a command prints',
    signs: NAME_SIGNS,
    pattern: new RegExp(
      `(\\b(?:echo|printf)[ \\t]{1,4}(?:-\\w+[ \\t]{1,4})?["']?(?:[\\w-]{1,20} ){0,3}${NAME}:[ \\t]{0,4})(?!\\$)[^\\s"'&;|<>()\\\\]+`,
      'gi',
    ),
  },
  {
    what: 'a value behind an option with a name',
    signs: NAME_SIGNS,
    pattern: new RegExp(`((?:^|\\s)--${NAME}[ \\t]{1,4})(?!-)${VALUE}`, 'gi'),
  },
  {
    what: 'a password in a URL',
    signs: ['://'],
    pattern: /(:\/\/[^\s/:@]{1,64}:)[^\s/:@]{1,256}(?=@)/g,
  },
  {
    what: 'the user and password of curl',
    signs: ['curl'],
    pattern: new RegExp(
      `(\\bcurl\\b${ARGS}[ \\t](?:-\\w{0,10}[uU][ \\t]{0,4}|--(?:proxy-)?user[= \\t]{1,4})["']?[^\\s:"'$]{0,64}:)(?!\\$)[^\\s"']+`,
      'g',
    ),
  },
  {
    what: 'the password of a MySQL client',
    signs: ['mysql', 'mariadb'],
    pattern: new RegExp(`(\\b(?:mysql\\w{0,10}|mariadb[\\w-]{0,10})${ARGS}[ \\t]-p(?=\\S))${VALUE}`, 'g'),
  },
  {
    what: 'the password of sshpass',
    signs: ['sshpass'],
    pattern: new RegExp(`(\\bsshpass${ARGS}[ \\t]-p[ \\t]{0,4})${VALUE}`, 'g'),
  },
  {
    what: 'the password of a registry',
    signs: ['login'],
    pattern: new RegExp(
      `(\\b(?:docker|podman|helm[ \\t]{1,4}registry)[ \\t]{1,4}login${ARGS}[ \\t]-p[ \\t]{0,4})${VALUE}`,
      'g',
    ),
  },
  {
    what: 'the password of redis-cli',
    signs: ['redis-cli', 'valkey-cli'],
    pattern: new RegExp(`(\\b(?:redis|valkey)-cli${ARGS}[ \\t](?:-a|--pass)[ \\t]{1,4})${VALUE}`, 'g'),
  },
  {
    what: 'the password of openssl',
    signs: ['openssl'],
    pattern: new RegExp(
      `(\\bopenssl${ARGS}[ \\t](?:-[kK][ \\t]{1,4}|-pass(?:in|out)?[ \\t]{1,4}["']?pass:))${VALUE}`,
      'g',
    ),
  },
];
