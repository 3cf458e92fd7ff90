import nodemailer, { type Transporter } from 'nodemailer';

/**
 * How long a mail server may be silent, in milliseconds: some scan an e-mail before they accept it. With four connections
 * the eight e-mails of a batch are done after two such silences, before another worker takes them over as those of a crashed
 * one (`acquireEmails`).
 */
const silentMs = 45_000;

interface MailTransportOptions {
  /** An `smtp://` server that offers no STARTTLS, or whose offer was removed on the way, gets no e-mail. */
  readonly requiresTls: boolean;
  readonly patienceMs?: number;
}

/** A transport to the mail server of a URL. An e-mail that the server does not acknowledge in time counts as not sent. */
export function openMailTransport(
  url: string,
  { requiresTls, patienceMs = silentMs }: MailTransportOptions,
): Transporter {
  return nodemailer.createTransport({
    ...{ url, pool: true, maxConnections: 4, requireTLS: requiresTls },
    ...{ connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs },
  });
}
