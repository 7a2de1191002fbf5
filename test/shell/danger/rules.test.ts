import { describe, expect, test } from 'vitest';
import { dangerOf } from '../../../src/shell/danger/danger.ts';

/** Each line with what it is said to do; without, it is said to do nothing. */
type Line = readonly [line: string, what: string] | readonly [line: string];

const everything = (path: string) => `deletes everything in ${path}`;
const owners = (path: string) => `changes the permissions or owners of everything in ${path}`;
const disk = (path: string) => `overwrites the disk ${path}`;
const overwritten = 'overwrites the branch main for everybody';
const deleted = 'deletes the branch main for everybody';
const database = 'deletes a database';
const machine = 'stops or restarts the machine';
const root = 'runs a downloaded script as root';

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
  find: [
    ['find /usr -type f -delete', everything('/usr')],
    ['find /home -exec rm {} +', everything('/home')],
    ['find /usr'],
    ['find /usr -exec ls {} +'],
    ['find /usr rm'],
    ['find /usr -iname x -delete'],
    ['find /usr -name x -exec rm {} +'],
    ['find /usr -path x -delete'],
    ['find /usr -iregex x -delete'],
    ['find /usr -xname -delete', everything('/usr')],
    ['find /usr x-name -delete', everything('/usr')],
    ['find /usr -names -delete', everything('/usr')],
    ['fd /usr -delete'],
    ['find ./x -delete'],
  ],
  chmod: [
    ['chmod -R u+w /usr', owners('/usr')],
    ['chown --recursive ada /', owners('/')],
    ['chgrp -R staff /etc', owners('/etc')],
    ['chmod -r /usr'],
    ['chown ada /usr'],
    ['chcon -R x /usr'],
    ['chmod -R u+w /home/ada'],
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
    ['mysqladmin -u root drop shop', database],
    ['mysqladmin status'],
    ['mariadb-admin drop'],
    ['redis-cli -n 1 flushdb', 'empties a database'],
    ['redis-cli get flushallx'],
    ['redis-cli get xflushall'],
    ['redis flushall'],
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
    ['init 0', machine],
    ['telinit 6', machine],
    ['systemctl reboot -i', machine],
    ['systemctl --no-wall kexec', machine],
    ['shutdown -cx', machine],
    ['shutdown x-c', machine],
    ['shutdown --show'],
    ['reboot --help'],
    ['halt --version'],
    ['xshutdown'],
    ['shutdownx'],
    ['init'],
    ['init 1'],
    ['init 06'],
    ['init 60'],
    ['init x 0'],
    ['xinit 0'],
    ['inits 0'],
    ['systemctl xreboot'],
    ['systemctl'],
    ['service reboot'],
  ],
  kill: [
    ['kill -9 -1', 'ends every process that it is allowed to end'],
    ['kill -s TERM -1', 'ends every process that it is allowed to end'],
    ['kill -1'],
    ['kill -1 7'],
    ['pkill -9 -1'],
  ],
  'a download': [
    ['wget -qO- x | sudo sh', root],
    ['curl x | cat | doas bash', root],
    ['sudo bash <(curl -s x)', root],
    ['sudo sh -c "$(/usr/bin/curl x)"', root],
    ['curl x | sudo tee y'],
    ['curl x; sudo sh'],
    ['curl x | sh'],
    ['xcurl x | sudo sh'],
    ['curly x | sudo sh'],
    ['sudo sh -c "$(cat x)"'],
    ['sudo sh -c "a $(curl x)"'],
    ['sudo sh -c "$(curly x)"'],
    ['sh -c "$(curl x)"'],
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
    ['a () { a | a & } ; a', 'starts copies of itself until the machine stops responding'],
    ['a.b:c(){a.b:c|a.b:c&};a.b:c', 'starts copies of itself until the machine stops responding'],
    [`${'a'.repeat(41)}(){ ${'a'.repeat(41)}|${'a'.repeat(41)}& };${'a'.repeat(41)}`],
    ['a(){ a|b& };a'],
    ['a(){ a|a& };b'],
  ])('in what a line runs: %j', (line, what?: string) => {
    expect(dangerOf(line)).toBe(what);
  });

  test('up to the length that is read', () => {
    const behind = (length: number) => dangerOf(`${'x;'.repeat(length / 2)}rm -r /`);
    expect(behind(64 * 1024 - 8)).toBe(everything('/'));
    expect(behind(64 * 1024 - 6)).toBeUndefined();
  });
});
