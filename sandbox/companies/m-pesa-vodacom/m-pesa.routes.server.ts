import { createPrivateKey, type KeyObject } from 'node:crypto';
import { constants, privateDecrypt } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { addFaults, faultsOf } from '../../faults/fault-hooks.server.ts';
import { fieldsOf } from '../../pages/forms.server.ts';
import { findFault } from '../../faults/faults.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import { type InsCode, insCodes } from './ins-codes.ts';
import type { MobileNetwork } from './network.server.ts';
import { accountOf } from './account.server.ts';

const version = '/ipg/v1x';

/** The operator's open API for shops, below `/m-pesa`: one address here for its three ports. */
export function mPesaRoutes(context: SandboxContext, network: MobileNetwork): (app: FastifyInstance) => void {
  const key = sandboxPrivateKey();
  const { apiKey } = accountOf(context.secrets);

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

/** The private key of the sandbox's pair. It protects test money only. */
const pkcs8 = [
  'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC0/CfRtLd/qLuU4ZEqLkwcUWfAHLcEx1nlHr+R9aSYqBk2wlLA',
  'd9Qul5hbjqB3eS4sonVJGWBYIGl1chOelGzhbc21KyeFtFwOrXWwd/qD1k25MrtDo1UmL1a1Oi4oiZY17bmKQ6fYYUxoe9xQs2go',
  'rC6abKq7K8DaA0EGfqqtBdUo45V33QHwyCfrMXMZ3lcqaA7Ex2kOy2nRJhP/JHaI0buqFQ9IkdIjVljzh6v/UKhM8ATBwBciKRmn',
  'GV+fV0SbtWfRIBMTR+GRk25T01dvu5AlnukST2hCHZ9LmZ1Xst+GQ5NOwd3I6TZDErZohwUnPna5gFGjg/H+O3Yu0irhAgMBAAEC',
  'ggEABnNf2HS+XxeUowJ0rfoTNqWsot9rIwmXccgKKDHHDXVdW7Mqp6dFuejnkmjXnZaFP6xFLacwxMdX9uqLWjk8Vb8YCENq39Q9',
  'PT0vvwvRsyH/6HBPViJz0h35E1HI7CM2RkMMPEo7yOWz51v1zu8MEPoNGa4ymiP9tk+MIWcBnpPRojOV8anqWc3Zv1nWjdhUt/66',
  'lZR1Xq2C5bCI7cbLw2eKNQQgTVOxFzIdoRl5RAu3YYmj7f3dJJF/yIUIauFTeN7AwIgDx1jTm9YWZwkjFwzauq8kTl2a12t8kyb4',
  '59or+px1BM+SMwXMXCOLyTey+C/PYHGK9oH1pXL8HBel4QKBgQDnXn3jivnph3HmCzIn8+htAemvCAlu7Ny4AGDTsJK56kvVSRFE',
  'Q82iimFJz1ziI1Ba++jPTiyDtikkYu/RHrnduSivJlP0c6wD2KvAKYstxID8yPIjmO9x7r10IEsxQZvM7YhIHeqdPBeOibjdQ5rh',
  'OURr5pQA+e2R+FY4r2YfsQKBgQDIQIs+I20L3b7qMNBpOchQ8yrzKdNP/7lzXZD5o4yYXMmlDeRDaexSBcovhEVFO9SG4XxQhUj0',
  'Uyy66yn8+8zb5amEiY+TV++Z+YtjkoQY72Okofd5nrOhANsX9g0/fJgOlD7Hl72Xlebja0ZgPvBr5CMpKujDdSQbBAEZKJg6MQKB',
  'gQCp1qc6nQ4O6yok4BsVUOpQ+pJ7tb6W+rCbMUvimT9b0i2Qh25xWgRdSI9aCyn3pkyaPUkMxCnRFarl1uqL664soHrI962xSCgB',
  'Os/444YTNqgo56k3kFBUphfUYtBPfAXOTJ85sRxEB5STQW2+np3Wrp8XRc9nWA+Yk19XhQnGQQKBgHESKM18WV1i5yL7TyKrUtWK',
  'iIzm5/966K8gfPTIiWGauu0sy9/Y1mx2AnUUHbz7DITgmz4oFEqJEG+2y22ijEj6A97ngZ9z/sGVa0Rc/aPKwBu8rK0KlGjrv8pm',
  'z5IyevV4dX5jytTl+oodD47W2xBAsC3VobqD0VBD0Y7wIgxxAoGAXR6wXJHQE8ngzFHUL7YGWkOyzCBcKwNP/fWnU/N8V9+MbyrK',
  'f3cZoZxFRSXNhmDvgy1WA/mB2b1Gthq7Ib8B4Rlb0aLIYhQ3hXPIikbjpmTpnDyXm+/eNaYXDquLldqs/H5mQH5SEj6VwraEO2Ki',
  'ccA4lZaMU00uDxxaL7W+d58=',
].join('');

function sandboxPrivateKey(): KeyObject {
  return createPrivateKey({ key: Buffer.from(pkcs8, 'base64'), format: 'der', type: 'pkcs8' });
}
