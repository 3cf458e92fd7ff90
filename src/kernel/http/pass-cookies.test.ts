import { describe, expect, test } from 'vitest';
import { forgetPasses, passCookie, readPass, readPasses } from './pass-cookies.server.ts';

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

  test('are forgotten all together, and nothing else is', () => {
    const header =
      'matricula-pass-pag_1=a; matricula=b; matricula-pass-rec_2=c; matricula-pass-=d; matricula-pass-x y=e';
    expect(forgetPasses(header, false)).toEqual(
      ['pag_1', 'rec_2'].map((id) => `matricula-pass-${id}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`),
    );
    expect(forgetPasses('__Host-matricula-pass-pag_1=a; matricula-pass-rec_2=c', true)).toEqual([
      '__Host-matricula-pass-pag_1=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    ]);
    expect(forgetPasses(undefined, true)).toEqual([]);
  });

  test.each(['', 'a;b', 'a=b', 'a b', 'x'.repeat(65)])('are not kept for %j', (subject) => {
    expect(() => passCookie(subject, 'secret', false)).toThrow(TypeError);
  });
});
