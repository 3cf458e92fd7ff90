import { describe, expect, test } from 'vitest';
import { passCookie, readPass, readPasses } from './pass-cookies.server.ts';

describe('the secrets by which a browser came', () => {
  test('are kept apart, out of scripts, and not for long', () => {
    const cookie = passCookie('inv_1', 'secret', true);
    expect(cookie).toBe('__Host-matricula-pass-inv_1=secret; Path=/; Max-Age=7200; HttpOnly; SameSite=Lax; Secure');
    const header = `${cookie.split(';', 1)[0]}; __Host-matricula-pass-rec_2=other; matricula=x`;
    expect(readPass(header, 'inv_1', true)).toBe('secret');
    expect(readPass(header, 'rec_2', true)).toBe('other');
    expect(readPass(header, 'rec_3', true)).toBeNull();
    expect(readPasses(header)).toEqual(['secret', 'other']);
    expect(readPasses(undefined)).toEqual([]);
  });

  test('with TLS are not taken from a cookie that another host could have set', () => {
    expect(readPass('matricula-pass-inv_1=forged', 'inv_1', true)).toBeNull();
    expect(readPass('matricula-pass-inv_1=plain', 'inv_1', false)).toBe('plain');
  });

  test.each(['', 'a;b', 'a=b', 'a b', 'x'.repeat(65)])('are not kept for %j', (subject) => {
    expect(() => passCookie(subject, 'secret', false)).toThrow(TypeError);
  });
});
