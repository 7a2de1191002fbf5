import { describe, expect, it } from 'vitest';
import { isLoopback, readListenAddress } from '../../../src/host/listener/listen-address.ts';

describe('readListenAddress', () => {
  it.each([
    ['127.0.0.1:7070', '127.0.0.1', 7070],
    ['7070', '127.0.0.1', 7070],
    [':7070', '127.0.0.1', 7070],
    ['[::1]:0', '::1', 0],
    ['0.0.0.0:65535', '0.0.0.0', 65_535],
    ['build.example:1', 'build.example', 1],
  ])('reads %s', (text, host, port) => {
    expect(readListenAddress(text)).toEqual({ host, port });
  });

  it.each([
    '',
    'localhost',
    '127.0.0.1:',
    '127.0.0.1:65536',
    '::1:80',
    '[x]:80',
    '[127.0.0.1]:80',
    'a b:1',
    '1:2:3',
  ])('refuses "%s"', (text) => {
    expect(readListenAddress(text)).toBeUndefined();
  });
});

describe('isLoopback', () => {
  it.each([
    ['127.0.0.1', true],
    ['127.8.9.10', true],
    ['::1', true],
    ['0:0:0:0:0:0:0:1', true],
    ['localhost', true],
    ['0.0.0.0', false],
    ['::', false],
    ['192.0.2.1', false],
    ['localhost.example', false],
  ])('%s: %s', (host, expected) => {
    expect(isLoopback(host)).toBe(expected);
  });
});
