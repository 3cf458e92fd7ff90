import type { EnvValues } from './env-values.server.ts';

export interface MailEnv {
  readonly smtpUrl: string;
  /** Sender of the product's e-mails. */
  readonly mailFrom: string;
}

/** The mail server and the sender; with a sandbox, the sandbox's own. */
export function readMail(values: EnvValues, sandbox: { readonly smtpPort: number } | null): MailEnv {
  return {
    smtpUrl: readSmtpUrl(values, sandbox),
    mailFrom: values.mailbox('MAIL_FROM', sandbox === null ? null : 'matricula@localhost.test'),
  };
}

function readSmtpUrl(values: EnvValues, sandbox: { readonly smtpPort: number } | null): string {
  const before = values.problems.length;
  const inSandbox = sandbox === null ? null : `smtp://127.0.0.1:${sandbox.smtpPort}`;
  const url = values.address('SMTP_URL', ['smtp', 'smtps'], inSandbox);
  if (url === null && values.problems.length === before)
    values.refuse('SMTP_URL', 'an address that begins with smtp:// or smtps://');
  if (url !== null && sandbox === null && weakensTls(url))
    values.refuse('SMTP_URL', 'an address without settings of TLS: in production e-mail goes by TLS, to a certificate');
  return url ?? '';
}

/** The mail library reads settings from an address, and they would override ours. */
function weakensTls(url: string): boolean {
  return [...new URL(url).searchParams.keys()].some((name) => /^secure$|tls/i.test(name));
}
