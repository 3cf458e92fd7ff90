import type { FastifyReply } from 'fastify';
import type { ApiServices } from '../../api.contract.server.ts';
import { sendProblem } from '../../send-problem.server.ts';

/** Asks for a proof of work before another purchase is begun. `locale`: of the words for its buyer. */
export function requireCaptcha({ say }: ApiServices, reply: FastifyReply, locale: string): FastifyReply {
  return sendProblem(reply, 'captcha-needed', {
    detail: say(locale, 'payment.error.captcha-needed'),
    members: { challenge: '/api/v1/proof?action=lead' },
  });
}
