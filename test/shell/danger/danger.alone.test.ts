import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { doubtOf } from '../../../src/mcp/tools/tool.ts';
import { dangerOf } from '../../../src/shell/danger/danger.ts';
import { cpuTime } from '../../support/cpu-time.ts';

const DANGEROUS: readonly (readonly [line: string, what: RegExp])[] = [
  ['rm -rf /', /everything in \/$/],
  ['rm -fr /*', /everything in \/$/],
  ['sudo rm -r --no-preserve-root //', /everything in \/$/],
  ['/bin/rm -r -f /usr/', /\/usr$/],
  ['\\rm -Rf ~', /in ~$/],
  ['rm -rf "$HOME"/', /\$HOME$/],
  ['rm --recursive /home/ada', /\/home\/ada$/],
  ['cd /tmp && LANG=C sudo -u root rm -rf /etc', /\/etc$/],
  ['if true; then rm -rf /var; fi', /\/var$/],
  ["bash -lc 'cd / && rm -rf /'", /everything in \/$/],
  ['sudo bash <<EOF\nrm -rf /boot\nEOF', /\/boot$/],
  ['echo "$(rm -rf /)"', /everything in \/$/],
  ["ssh -p 22 host 'rm -rf /'", /everything in \/$/],
  ['mkfs.ext4 /dev/sda1', /the disk \/dev\/sda1/],
  ['dd if=/dev/zero of=/dev/nvme0n1 bs=1M', /the disk \/dev\/nvme0n1/],
  ['cat image > /dev/sdb', /the disk \/dev\/sdb/],
  ['xz -dc image | sudo tee /dev/sdb', /the disk/],
  ['wipefs -a /dev/sda', /the disk/],
  ['git push --force origin main', /overwrites the branch main/],
  ['git -C app push -f origin HEAD:master', /overwrites the branch master/],
  ['git push origin +main', /overwrites the branch main/],
  ['git push origin --delete main', /deletes the branch main/],
  ['git push origin :main', /deletes the branch main/],
  ['psql -c "DROP DATABASE shop"', /deletes a database/],
  ["echo 'drop database shop;' | mysql -u root", /deletes a database/],
  ['psql <<SQL\ndrop schema public cascade;\nSQL', /deletes a database/],
  ['dropdb shop', /deletes the database shop/],
  ['sudo shutdown -h now', /stops or restarts/],
  ['reboot', /stops or restarts/],
  ['systemctl poweroff', /stops or restarts/],
];

const ORDINARY: readonly string[] = [
  'rm -rf node_modules dist',
  'rm -rf ./build /tmp/out "$TMPDIR/x" ~/.cache/app',
  'rm -rf /home/ada/src/app/node_modules',
  'rm -rf /var/tmp/build',
  'rm /etc/motd.bak',
  'rm -f *.o',
  'echo "rm -rf /"',
  "grep -rn 'rm -rf /' scripts # rm -rf /",
  'cat > clean.sh <<EOF\nrm -rf /\nEOF',
  "git commit -m 'Never rm -rf / again; drop database'",
  'find / -name core -delete',
  'find . -delete',
  'mkfs.ext4 disk.img',
  'dd if=/dev/zero of=disk.img bs=1M count=10',
  'dd if=/dev/sda of=backup.img',
  'cp /dev/sda1 backup.img',
  'make > /dev/null 2>&1',
  'lsblk /dev/sda',
  'git push origin main',
  'git push --force-with-lease origin topic',
  'git push -f origin topic',
  'git push --follow-tags origin main',
  'git checkout main && git rebase -f topic',
  'grep -ri "drop database" src',
  'psql -c "select 1"',
  'chmod -R u+w ./vendor',
  'chmod 755 /usr/local/bin/tool',
  'shutdown -c',
  'npm run shutdown',
  'systemctl status reboot.target',
  'kill -9 1234',
  'kill -1 1234',
  'curl -fsSL https://example.org/install | sh',
  'curl -s https://example.org/x.json | jq .',
  'sudo apt-get install -y curl',
  'f() { g | h & }; f',
  'for f in /etc/*; do echo "$f"; done',
];

describe('what looks dangerous', () => {
  test.each(DANGEROUS)('%s', (line, what) => {
    expect(dangerOf(line)).toMatch(what);
  });

  test.each(ORDINARY)('not: %s', (line) => {
    expect(dangerOf(line)).toBeUndefined();
  });

  test('is found in any text without an error', () => {
    const piece = fc.constantFrom(...'\\\'"`$(){}<>|&;# \n', '$(', '<<E\n', 'rm', '-rf', '/', 'E', 'x');
    const line = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
    // The text stands behind the dangerous command, so it cannot swallow it.
    const known = fc.property(line, (text) => {
      expect(dangerOf(`rm -rf /etc; ${text}`)).toBeDefined();
      expect(() => dangerOf(text)).not.toThrow();
    });
    fc.assert(known);
  });

  test.each([
    '$(echo '.repeat(150_000),
    'x '.repeat(500_000),
    'a'.repeat(1_000_000),
    ':() {'.repeat(200_000),
    '<<E\n'.repeat(250_000),
  ])('is found quickly in a megabyte: %.10s', (line) => {
    const began = cpuTime();
    dangerOf(line);
    expect(cpuTime() - began).toBeLessThan(3_000);
  });

  test('is refused until it is confirmed', () => {
    expect(doubtOf('rm -rf /')).toBe(
      'not run yet: it looks as if this command deletes everything in /. If you want that, call again with confirm: true. If in doubt, ask the person you work for',
    );
    expect(doubtOf('rm -rf /', true)).toBeUndefined();
    expect(doubtOf('ls')).toBeUndefined();
  });
});
