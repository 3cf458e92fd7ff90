import type { FastifyReply } from 'fastify';
import type { ApiServices } from '../../api.contract.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

/** Refuses a call that needs a proof of work, with the address of the challenge. `locale`: of the message to the buyer. */
export function requireCaptcha({ say }: ApiServices, reply: FastifyReply, locale: string): FastifyReply {
  return sendProblem(reply, 'captcha-needed', {
    detail: say(locale, 'payment.error.captcha-needed'),
    members: { challenge: '/api/v1/proof?action=lead' },
  });
}
