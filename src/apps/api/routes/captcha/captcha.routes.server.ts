import { z } from 'zod';
import { newProofChallenge, proofActions, redeemProofOfWork } from '#src/domain/risk/index.server.ts';
import { setBrowserCookie, type Routes } from '../../api.contract.server.ts';
import { problemDocument, problems } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

const action = z.enum(proofActions).describe('The protected action: `pay`, or `lead` to begin a purchase.');
const hex = z.string();

const challengeJson = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.string(),
    nonce: hex,
    salt: hex,
    cost: z.int().describe('PBKDF2 rounds of one step.'),
    keyLength: z.int().describe('Bytes.'),
    keyPrefix: hex.describe('Prefix of the derived key.'),
    keySignature: hex.optional(),
    expiresAt: z.int().optional().describe('Seconds since 1970, UTC.'),
    data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  }),
  signature: hex.optional(),
});

export const routes: Routes = (app, services) => {
  app.get(
    '/v1/proof',
    {
      schema: {
        summary: 'Get a proof-of-work challenge, for calls that were answered with `captcha-needed`',
        description:
          'A challenge of altcha (version 2, PBKDF2): the first counter whose key begins with `keyPrefix` solves it. Good for this browser, this action, and five minutes.',
        querystring: z.strictObject({ action }),
        response: { 200: challengeJson, 429: problemDocument, ...problems },
      },
    },
    async (request, reply) => {
      const browser = services.browserOf(request);
      const challenge = await newProofChallenge(services.ctx, {
        action: request.query.action,
        browserHash: browser.hash,
        ip: request.ip,
      });
      if (!challenge) return sendProblem(reply, 'rate-limited');
      setBrowserCookie(reply, browser);
      const { memoryCost: _, parallelism: __, ...parameters } = challenge.parameters;
      return { parameters, ...(challenge.signature === undefined ? {} : { signature: challenge.signature }) };
    },
  );

  app.post(
    '/v1/proof',
    {
      schema: {
        summary: 'Submit a proof of work before the calls that need it',
        description:
          'The same that `captchaToken` of a call does: this browser’s next few calls of the action go through.',
        body: z.strictObject({
          action,
          captchaToken: z.string().max(4096).describe('Base64 of `{challenge, solution}`.'),
        }),
        response: { 204: z.null(), ...problems },
      },
    },
    async (request, reply) => {
      const { action: wanted, captchaToken: token } = request.body;
      const browserHash = services.browserOf(request).hash;
      const isTaken = await redeemProofOfWork(services.ctx, { token, action: wanted, browserHash });
      return isTaken ? reply.code(204).send(null) : sendProblem(reply, 'captcha-refused');
    },
  );
};
