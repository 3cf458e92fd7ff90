import nodemailer from 'nodemailer';
import type { SmsCarrier } from '../sms-http/sms.server.ts';
import type { SendText } from './points-club.server.ts';

/** Brings a member's code to their phone or mailbox, both of this machine. */
export function sendToMember(carrier: SmsCarrier, smtpPort: number): SendText {
  return async ({ kind, to }, text, key) => {
    if (kind === 'sms') {
      carrier.take(key, { to, text });
      return;
    }
    const transport = nodemailer.createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true });
    await transport.sendMail({ from: 'clube@pontos.example', to, subject: 'Seu código do clube de pontos', text });
  };
}
