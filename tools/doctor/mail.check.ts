import { openMailTransport } from '#src/platform/mail-transport/mail-transport.server.ts';
import { type Check, type Finding, ok, wordsOf, wrong } from './finding.ts';

const subject = 'SMTP_URL';

/** Connects to the mail server with TLS and logs in; no e-mail is sent. */
export const checkMail: Check = async ({ env }) => {
  const requiresTls = env.appEnv === 'production';
  const transport = openMailTransport(env.smtpUrl, { requiresTls, patienceMs: 8_000 });
  try {
    await transport.verify();
    const login = new URL(env.smtpUrl).username === '' ? 'without a login' : 'it accepts the login';
    return [ok(subject, `the mail server answers, ${login}`)];
  } catch (error) {
    return [refusalOf(error)];
  } finally {
    transport.close();
  }
};

function refusalOf(error: unknown): Finding {
  const words = wordsOf(error);
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EAUTH') return wrong(subject, `the login is refused: ${words}`, 'Correct user and password.');
  if (code === 'ETLS' || /STARTTLS|certificate|SSL|TLS/i.test(words))
    return wrong(
      subject,
      `no TLS: ${words}`,
      'Use a server with a valid certificate, by its name (smtps:// or STARTTLS).',
    );
  return wrong(subject, `the mail server does not answer: ${words}`, 'Correct host and port, or open the firewall.');
}
