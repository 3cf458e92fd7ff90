import { describe, expect, test } from 'vitest';
import { envValues } from './env-values.server.ts';
import { readMail } from './mail-env.server.ts';

function read(SMTP_URL: string | undefined, sandbox: { readonly smtpPort: number } | null = null) {
  const values = envValues({ SMTP_URL, MAIL_FROM: 'courses@school.example' });
  const { smtpUrl } = readMail(values, sandbox);
  return { smtpUrl, problems: values.problems.map(({ variable }) => variable) };
}

describe('the mail server', () => {
  test.each(['smtp://user:pw@mail.example', 'smtps://mail.example:465?name=pay.school.example'])(
    '%s is one in production',
    (url) => expect(read(url)).toEqual({ smtpUrl: url, problems: [] }),
  );

  test.each([
    'smtp://mail.example?requireTLS=false',
    'smtp://mail.example?ignoreTLS=true',
    'smtp://mail.example?opportunisticTLS=true',
    'smtps://mail.example?secure=false',
    'smtps://mail.example?tls.rejectUnauthorized=false',
  ])('%s would take e-mail without TLS, or from anybody, and is refused in production', (url) => {
    expect(read(url).problems).toEqual(['SMTP_URL']);
    expect(read(url, { smtpPort: 3003 }).problems).toEqual([]);
  });

  test('is the sandbox’s where there is one, and none in production', () => {
    expect(read(undefined, { smtpPort: 3003 })).toEqual({ smtpUrl: 'smtp://127.0.0.1:3003', problems: [] });
    expect(read(undefined).problems).toEqual(['SMTP_URL']);
  });
});
