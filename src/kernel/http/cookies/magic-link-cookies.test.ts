import { describe, expect, test } from 'vitest';
import { clearMagicLinks, magicLinkCookie, readMagicLink, readMagicLinks } from './magic-link-cookies.server.ts';

describe('the secrets by which a browser came', () => {
  test('are kept apart, out of scripts, and not for long', () => {
    const cookie = magicLinkCookie('inv_1', 'secret', true);
    expect(cookie).toBe('__Host-matricula-pass-inv_1=secret; Path=/; Max-Age=7200; HttpOnly; SameSite=Lax; Secure');
    const header = `${cookie.split(';', 1)[0]}; __Host-matricula-pass-rec_2=other; matricula=x`;
    expect(readMagicLink(header, 'inv_1', true)).toBe('secret');
    expect(readMagicLink(header, 'rec_2', true)).toBe('other');
    expect(readMagicLink(header, 'rec_3', true)).toBeNull();
    expect(readMagicLinks(header)).toEqual(['secret', 'other']);
    expect(readMagicLinks(undefined)).toEqual([]);
  });

  test('with TLS are not taken from a cookie that another host could have set', () => {
    expect(readMagicLink('matricula-pass-inv_1=forged', 'inv_1', true)).toBeNull();
    expect(readMagicLink('matricula-pass-inv_1=plain', 'inv_1', false)).toBe('plain');
  });

  test('are forgotten all together, and nothing else is', () => {
    const header =
      'matricula-pass-pag_1=a; matricula=b; matricula-pass-rec_2=c; matricula-pass-=d; matricula-pass-x y=e';
    expect(clearMagicLinks(header, false)).toEqual(
      ['pag_1', 'rec_2'].map((id) => `matricula-pass-${id}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`),
    );
    expect(clearMagicLinks('__Host-matricula-pass-pag_1=a; matricula-pass-rec_2=c', true)).toEqual([
      '__Host-matricula-pass-pag_1=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    ]);
    expect(clearMagicLinks(undefined, true)).toEqual([]);
  });

  test.each(['', 'a;b', 'a=b', 'a b', 'x'.repeat(65)])('are not kept for %j', (subject) => {
    expect(() => magicLinkCookie(subject, 'secret', false)).toThrow(TypeError);
  });
});
