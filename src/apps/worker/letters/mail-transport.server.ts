import nodemailer, { type Transporter } from 'nodemailer';

/**
 * How long a mail server may be silent, in milliseconds: some look into a letter before they take it. With four connections
 * the eight letters of a round are over two such silences later, before another worker takes them for those of one that
 * died (`takeMessages`).
 */
const silentMs = 45_000;

/** The way to a mail server, by its URL. Whatever it does not answer in time was not taken. */
export function openMailTransport(url: string, patienceMs: number = silentMs): Transporter {
  return nodemailer.createTransport({
    ...{ url, pool: true, maxConnections: 4 },
    ...{ connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs },
  });
}
