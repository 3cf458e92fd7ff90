import { constants, privateDecrypt } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { addFaults, faultsOf } from '../../faults/fault-hooks.server.ts';
import { fieldsOf } from '../../pages/forms.server.ts';
import { findFault } from '../../faults/faults.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import { type InsCode, insCodes } from './ins-codes.ts';
import type { MobileNetwork } from './network.server.ts';
import { sandboxPrivateKey } from './sandbox-key.server.ts';

const version = '/ipg/v1x';

/** The operator's open API for shops, below `/m-pesa`: one door here for what are three ports there. */
export function mPesaRoutes(context: SandboxContext, network: MobileNetwork): (app: FastifyInstance) => void {
  const key = sandboxPrivateKey();
  const { apiKey } = context.accounts.mPesa;

  function isKnown(authorization: string): boolean {
    try {
      const sealed = Buffer.from(authorization.replace(/^Bearer /, ''), 'base64');
      return privateDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, sealed).toString() === apiKey;
    } catch {
      return false;
    }
  }

  return (app) => {
    app.addHook('onRequest', async (request, reply) => {
      const { authorization = '', origin } = request.headers;
      if (!isKnown(authorization)) await say(reply, 'INS-2');
      else if (origin === undefined || origin === '') await say(reply, 'INS-20');
    });
    addFaults(app, context.faults, 'm-pesa', (reply, status) =>
      status === 503 ? say(reply, 'INS-16') : reply.code(429).send({}),
    );
    app.setErrorHandler((_error, _request, reply) => say(reply, 'INS-1'));

    app.post(`${version}/c2bPayment/singleStage/`, async (request, reply) => {
      const fields = fieldsOf(request.body);
      const thirdPartyReference = fields['input_ThirdPartyReference'] ?? '';
      const ended = await network.collect(
        {
          transactionReference: fields['input_TransactionReference'] ?? '',
          msisdn: fields['input_CustomerMSISDN'] ?? '',
          amount: fields['input_Amount'] ?? '',
          thirdPartyReference,
          serviceProviderCode: fields['input_ServiceProviderCode'] ?? '',
        },
        faultsOf(request),
      );
      if (!ended.ok) return say(reply, ended.error, { output_ThirdPartyReference: thirdPartyReference });
      const { code, conversationId, transactionId } = ended.value;
      return say(reply, code ?? 'INS-1', {
        output_ConversationID: conversationId,
        output_TransactionID: code === 'INS-0' ? transactionId : 'N/A',
        output_ThirdPartyReference: thirdPartyReference,
      });
    });

    app.get<{ Querystring: Record<string, string> }>(`${version}/queryTransactionStatus/`, (request, reply) => {
      const reference = request.query['input_QueryReference'] ?? '';
      const lag = findFault(faultsOf(request), 'not-found-lag');
      const prompt = network.find(reference);
      const youngest = context.clock.now().getTime() - (lag?.seconds ?? 30) * 1000;
      const isHidden = prompt !== undefined && lag !== undefined && Date.parse(prompt.createdAt) > youngest;
      const reversal = network.reversal(reference);
      const status = reversal ? 'Completed' : prompt && !isHidden ? prompt.status : 'N/A';
      const moved = reversal ?? (status === 'Completed' ? prompt : undefined);
      return say(reply, 'INS-0', {
        output_ConversationID: prompt?.conversationId ?? 'N/A',
        output_ResponseTransactionStatus: status,
        output_TransactionID: moved?.transactionId ?? 'N/A',
        output_ThirdPartyReference: request.query['input_ThirdPartyReference'] ?? '',
      });
    });

    app.put(`${version}/reversal/`, (request, reply) => {
      const fields = fieldsOf(request.body);
      const thirdPartyReference = fields['input_ThirdPartyReference'] ?? '';
      if (!fields['input_SecurityCredential'] || !fields['input_InitiatorIdentifier']) return say(reply, 'INS-25');
      const back = network.reverse({
        transactionId: fields['input_TransactionID'] ?? '',
        amount: fields['input_ReversalAmount'],
        thirdPartyReference,
        serviceProviderCode: fields['input_ServiceProviderCode'] ?? '',
      });
      if (!back.ok) return say(reply, back.error, { output_ThirdPartyReference: thirdPartyReference });
      return say(reply, 'INS-0', {
        output_TransactionID: back.value.transactionId,
        output_ThirdPartyReference: thirdPartyReference,
      });
    });
  };
}

function say(reply: FastifyReply, code: InsCode, more: Readonly<Record<string, string>> = {}): FastifyReply {
  const [status, text] = insCodes[code];
  return reply.code(status).send({ output_ResponseCode: code, output_ResponseDesc: text, ...more });
}
