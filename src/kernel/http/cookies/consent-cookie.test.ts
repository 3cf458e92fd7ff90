import { describe, expect, test } from 'vitest';
import { consentCookies, readConsent } from './consent-cookie.server.ts';

const clientId = '123456789.1795262400';

describe('the answer to being counted', () => {
  test('is unasked until it was given, and comes back as it was given', () => {
    expect(readConsent(undefined, 'school', false)).toEqual({ kind: 'unasked' });
    const [yes = ''] = consentCookies('school', clientId, false);
    expect(readConsent(yes.split(';')[0], 'school', false)).toEqual({ kind: 'given', clientId, tagCookie: '' });
    const [no = ''] = consentCookies('school', null, false);
    expect(readConsent(yes.split(';')[0], 'other', false)).toEqual({ kind: 'unasked' });
    expect(readConsent(no.split(';')[0], 'school', false)).toEqual({ kind: 'refused' });
  });

  test('is out of reach for scripts and other sites, and with TLS for other hosts', () => {
    const [cookie = ''] = consentCookies('school', clientId, true);
    expect(cookie).toMatch(
      /^__Host-matricula-consent-school=yes\.[\d.]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(readConsent(`matricula-consent-school=yes.${clientId}`, 'school', true)).toEqual({ kind: 'unasked' });
  });

  test.each(['yes', 'yes.', 'yes.maria@exemplo.com.br', 'maybe', `yes.${clientId}.1`])('%s is no answer', (value) => {
    expect(readConsent(`matricula-consent-school=${value}`, 'school', false)).toEqual({ kind: 'unasked' });
  });

  test('brings the tag’s own cookie along only with a yes, and a no takes it away', () => {
    expect(
      readConsent(`matricula-consent-school=yes.${clientId}; _ga=GA1.1.5.999999999`, 'school', false),
    ).toMatchObject({
      tagCookie: 'GA1.1.5.999999999',
    });
    expect(consentCookies('school', null, false)[1]).toBe('_ga=; Path=/; Max-Age=0');
  });
});
