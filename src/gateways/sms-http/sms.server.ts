import type { SmsPort } from '#src/domain/customers/phones/index.ts';
import { createHttpClient } from '#src/kernel/http/client/http-client.server.ts';
import { unanswered } from '../gateway-http.server.ts';
import type { SmsFactory } from '../company.factories.server.ts';

export interface SmsHttpConfig {
  readonly baseUrl: string;
  readonly user: string;
  readonly secret: string;
  /** Time for a whole call; 5 s when absent: a buyer waits for it. */
  readonly budgetMs?: number;
}

/**
 * Client of the carrier of text messages: `POST /messages` with an Idempotency-Key, 202 when it accepted the message.
 */
export function createSmsHttp({ baseUrl, user, secret, budgetMs = 5_000 }: SmsHttpConfig): SmsPort {
  const basic = Buffer.from(`${user}:${secret}`).toString('base64');
  const client = createHttpClient({ baseUrl, budgetMs, headers: { authorization: `Basic ${basic}` } });
  return {
    async send({ to, text, key }) {
      const answer = await client.call({
        method: 'POST',
        path: '/messages',
        headers: { 'idempotency-key': key },
        json: { to, text },
      });
      const silence = unanswered(answer, ({ status }) => status === 503);
      if (silence) return silence.kind === 'unreachable' ? 'rejected' : 'unknown';
      return answer.kind === 'status' && answer.status < 300 ? 'accepted' : 'rejected';
    },
  };
}

export const smsFactory: SmsFactory = {
  id: 'sms-http',
  create({ env }) {
    const sms = env.companies['sms-http'];
    return createSmsHttp({ baseUrl: sms.url, user: sms.user, secret: sms.secret });
  },
};
