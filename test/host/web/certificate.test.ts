import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addressBytes, makeCertificate } from '../../../src/host/web/certificate.ts';
import { fingerprintOf, lastingAddresses, ownCertificate } from '../../../src/host/web/own-certificate.ts';

const FROM = Date.parse('2026-05-01T10:20:30Z');
const UNTIL = Date.parse('2027-05-01T10:20:30Z');
const DAY_MS = 24 * 60 * 60 * 1000;

describe('a certificate that is made', () => {
  it('is signed by its own key, and names hosts, addresses and times', () => {
    const names = ['box', 'box.example.org', '127.0.0.1', '192.0.2.7', '::1', '2001:db8::7'];
    const { cert, key } = makeCertificate({ names, from: FROM, until: UNTIL });
    const read = new X509Certificate(cert);
    expect(read.verify(read.publicKey)).toBe(true);
    expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect(read.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    expect(Date.parse(read.validFrom)).toBe(FROM);
    expect(Date.parse(read.validTo)).toBe(UNTIL);
    expect(read.subject).toBe('CN=box');
    expect(read.issuer).toBe('CN=box');
    expect(read.ca).toBe(false);
    expect(read.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    for (const name of ['box', 'box.example.org']) expect(read.checkHost(name)).toBe(name);
    for (const address of names.slice(2)) expect(read.checkIP(address)).toBe(address);
    expect(read.checkHost('evil.example.org')).toBeUndefined();
    expect(read.checkIP('192.0.2.8')).toBeUndefined();
  });

  it('has room for many names, and for times after 2049', () => {
    const names = Array.from({ length: 64 }, (_, n) => `host-${n}.${'x'.repeat(60)}.example.org`);
    const { cert } = makeCertificate({ names, from: FROM, until: Date.parse('2051-01-02T03:04:05Z') });
    const read = new X509Certificate(cert);
    expect(read.checkHost(names[63] ?? '')).toBe(names[63]);
    expect(read.validTo).toContain('2051');
  });

  it('writes addresses as their bytes', () => {
    expect(addressBytes('192.0.2.7').toString('hex')).toBe('c0000207');
    expect(addressBytes('::').toString('hex')).toBe('0'.repeat(32));
    expect(addressBytes('2001:db8::7').toString('hex')).toBe('20010db8000000000000000000000007');
    expect(addressBytes('::ffff:192.0.2.7').toString('hex')).toBe('00000000000000000000ffffc0000207');
  });
});

describe("the host's own certificate", () => {
  const folder = () => mkdtempSync(join(tmpdir(), 'cotty-certificate-'));

  it('is kept for its user alone, and is the same the next time', () => {
    const at = folder();
    const made = ownCertificate(at, ['box.example.org'], FROM);
    expect(statSync(join(at, 'web-certificate.pem')).mode & 0o777).toBe(0o600);
    expect(fingerprintOf(ownCertificate(at, [], FROM + DAY_MS))).toBe(fingerprintOf(made));
    expect(new X509Certificate(made.cert).checkHost('box.example.org')).toBe('box.example.org');
    expect(new X509Certificate(made.cert).checkIP('127.0.0.1')).toBe('127.0.0.1');
  });

  it('is the same the next time for a name that is not ASCII, and for one that is none', () => {
    const at = folder();
    const names = ['bücher.example', 'no name'];
    const made = ownCertificate(at, names, FROM);
    expect(new X509Certificate(made.cert).checkHost('xn--bcher-kva.example')).toBe('xn--bcher-kva.example');
    expect(fingerprintOf(ownCertificate(at, names, FROM + DAY_MS))).toBe(fingerprintOf(made));
  });

  it('has no address that lasts some hours only', () => {
    const lasting = ['127.0.0.1', '192.0.2.7', '::1', 'fd00::7', '2001:db8::7'];
    const all = [...lasting, '2001:db8::dead:beef', 'fe80::1'];
    const row = (address: string, flags: string) =>
      `${addressBytes(address).toString('hex')} 02 40 00 ${flags}     eth0\n`;
    const table = row('2001:db8::7', '80') + row('2001:db8::dead:beef', '01') + row('::1', '80');
    expect(lastingAddresses(all, table)).toEqual(lasting);
    expect(lastingAddresses(all, undefined)).toEqual(lasting.slice(0, -1));
  });

  it('is made anew before it ends, for another name, and from a damaged file', () => {
    const at = folder();
    const first = fingerprintOf(ownCertificate(at, [], FROM));
    const renewed = ownCertificate(at, [], FROM + 370 * DAY_MS);
    expect(fingerprintOf(renewed)).not.toBe(first);
    const named = ownCertificate(at, ['other.example.org'], FROM + 370 * DAY_MS);
    expect(fingerprintOf(named)).not.toBe(fingerprintOf(renewed));
    writeFileSync(join(at, 'web-certificate.pem'), '-----BEGIN CERTIFICATE-----\nnone\n');
    const again = ownCertificate(at, [], FROM);
    expect(readFileSync(join(at, 'web-certificate.pem'), 'utf8')).toBe(again.key + again.cert);
  });
});
