import { describe, expect, test } from 'vitest';
import { dangerOf } from '../../../src/shell/danger/danger.ts';

/** Each line with what it is said to do; without, it is said to do nothing. */
type Line = readonly [line: string, what: string] | readonly [line: string];

const everything = (path: string) => `deletes everything in ${path}`;
const disk = (path: string) => `overwrites the disk ${path}`;
const overwritten = 'overwrites the branch main for everybody';
const deleted = 'deletes the branch main for everybody';
const database = 'deletes a database';
const machine = 'stops or restarts the machine';

const RULES: Readonly<Record<string, readonly Line[]>> = {
  rm: [
    ['rm -r a /usr b', everything('/usr')],
    ['rm -R /usr', everything('/usr')],
    ['rm -vr /usr', everything('/usr')],
    ['rm /usr -r', everything('/usr')],
    ['rm -r //usr///', everything('/usr')],
    ['rm -r /./usr/.', everything('/usr')],
    ['rm -r /././.', everything('/')],
    ['rm -r /usr/*', everything('/usr')],
    ['rm -r /home/', everything('/home')],
    ['rm -r ~ada', everything('~ada')],
    ['rm -r /.usr'],
    ['rm -r /usr/*.o'],
    ['rm -r /usr/*/x'],
    ['rm -r /usr.bak'],
    ['rm -f /usr'],
    ['rm --rare /usr'],
    ['rm r /usr'],
    ['rm x-r /usr'],
    ['rm - /usr'],
    ['rm --recursively /usr'],
    ['rmdir -r /usr'],
    ['rm -r -/usr'],
  ],
  'a disk': [
    ['mkfs /dev/sda', disk('/dev/sda')],
    ['mkfs_msdos /dev/disk2', disk('/dev/disk2')],
    ['mke2fs -t ext4 /dev/vda1', disk('/dev/vda1')],
    ['mkswap /dev/hda', disk('/dev/hda')],
    ['blkdiscard /dev/nvme0n1', disk('/dev/nvme0n1')],
    ['shred -n 1 /dev/mmcblk0', disk('/dev/mmcblk0')],
    ['newfs.x /dev/md0', disk('/dev/md0')],
    ['cp image /dev/mapper/x', disk('/dev/mapper/x')],
    ['cp /dev/sda /dev/sdb'],
    ['dd of=/dev/sda', disk('/dev/sda')],
    ['dd x=of=/dev/sda'],
    ['xmkfs /dev/sda'],
    ['mkfs-x /dev/sda'],
    ['mkfs.x-y /dev/sda'],
    ['mkfs /dev/null'],
    ['lsblk of=/dev/sda'],
    ['tee of=/dev/sda'],
    ['x > log > /dev/sda', disk('/dev/sda')],
    ['x > log'],
  ],
  'git push': [
    ['git push -f origin main', overwritten],
    ['git push origin x main --force', overwritten],
    ['git push origin +x:main', overwritten],
    ['git push origin +refs/heads/main', overwritten],
    ['git push -f origin refs/heads/main', overwritten],
    ['git push -f origin x/y:main', overwritten],
    ['git push -d origin main', deleted],
    ['git push origin --delete main', deleted],
    ['git push origin :refs/heads/main', deleted],
    ['git push -f origin +trunk', 'overwrites the branch trunk for everybody'],
    ['git push -f origin production', 'overwrites the branch production for everybody'],
    ['git push origin main'],
    ['git push origin x:main'],
    ['git push -f origin main:x'],
    ['git push -f origin mainly'],
    ['git push -f origin domain'],
    ['git push -f origin -main'],
    ['git -f main push origin'],
    ['git -f push origin main'],
    ['git -f pull origin main'],
    ['got push -f origin main'],
  ],
  'a database': [
    ['dropdb', 'deletes the database'],
    ['dropdb -U me shop', 'deletes the database shop'],
    ['mysql -e "drop  database x"', database],
    ['mongosh --eval "db.dropDatabase ()"', database],
    ['sqlcmd -Q "DROP SCHEMA x"', database],
    ['cat <<E | mysql\ndrop database x\nE', database],
    ['echo drop; echo x | mysql'],
    ['mysql; echo "drop database x"'],
    ['cat x | sed "s/drop database//"'],
    ['mysql -e "drop table x"'],
  ],
  'the machine': [
    ['shutdown', machine],
    ['halt -p', machine],
    ['poweroff', machine],
    ['systemctl reboot -i', machine],
    ['systemctl --no-wall kexec', machine],
    ['shutdown -cx', machine],
    ['shutdown x-c', machine],
    ['shutdown --show'],
    ['reboot --help'],
    ['halt --version'],
    ['xshutdown'],
    ['shutdownx'],
    ['systemctl xreboot'],
    ['systemctl'],
    ['service reboot'],
  ],
};

describe.each(Object.entries(RULES))('the rule for %s', (_rule, lines) => {
  test.each(lines)('%j', (line, what?: string) => {
    expect(dangerOf(line)).toBe(what);
  });
});

describe('a dangerous command is found', () => {
  test.each<Line>([
    ['ls; rm -r /', everything('/')],
    ['ls | rm -r /', everything('/')],
    ['eval rm -r /', everything('/')],
    ["sh -c 'ls' | sh -c 'rm -r /'", everything('/')],
    ['sudo sh -c "echo $(rm -r /)"', everything('/')],
    ['eval eval eval eval eval rm -r /', everything('/')],
    ['eval eval eval eval eval eval rm -r /'],
  ])('in what a line runs: %j', (line, what?: string) => {
    expect(dangerOf(line)).toBe(what);
  });

  test('up to the length that is read', () => {
    const behind = (length: number) => dangerOf(`${'x;'.repeat(length / 2)}rm -r /`);
    expect(behind(64 * 1024 - 8)).toBe(everything('/'));
    expect(behind(64 * 1024 - 6)).toBeUndefined();
  });
});
