import { constants, createPublicKey, type KeyObject, publicEncrypt } from 'node:crypto';
import { z } from 'zod';
import { createHttpClient, type HttpOutcome, type HttpClient } from '#src/kernel/http/client/http-client.server.ts';
import type { JsonValue } from '#src/kernel/json/json.ts';
import type { MPesaEnv } from './settings.server.ts';
import { unanswered, unreadable, type Unanswered } from '../gateway-http.server.ts';
import { endpoints, longestCallMs, transactionMembers } from './open-api.facts.ts';

/** The contract, and the time limit of every call but the one for the PIN. */
export interface OpenApiConfig extends Omit<MPesaEnv, 'notificationSecret' | 'takesCallbacks' | 'payee'> {
  /** Time for a whole call; 8 s when absent. */
  readonly budgetMs?: number;
}

/** An answer with the operator's code; `isRepeat` as in `HttpOutcome`. */
export interface ReportedStatus {
  readonly kind: 'said';
  readonly code: string;
  /** Our reference, when the answer names one. */
  readonly thirdPartyReference: string | null;
  readonly transactionId: string | null;
  readonly conversationId: string | null;
  /** A payment's state in a query. */
  readonly status: string | null;
  readonly isRepeat: boolean;
}

export interface OpenApi {
  /** Requests the PIN on a phone; resolves when its owner acted, after a minute and a half at most. */
  collect(order: Readonly<Record<string, string>>): Promise<ReportedStatus | Unanswered>;
  query(reference: string): Promise<ReportedStatus | Unanswered>;
  reverse(order: Readonly<Record<string, string>>): Promise<ReportedStatus | Unanswered>;
}

const reportedSchema = z.object({
  // Empty at times where the documents give a code.
  output_ResponseCode: z.string().max(20),
  output_ThirdPartyReference: z.string().max(100).nullish(),
  output_ResponseTransactionStatus: z.string().max(40).nullish(),
  output_ConversationID: z.string().max(100).nullish(),
  output_TransactionID: z.string().max(60).nullish(),
  output_OriginalTransactionID: z.string().max(60).nullish(),
});

/** The API key as the operator expects it: encrypted with its public key (RSA, PKCS #1 v1.5), in base64. */
export function bearerOf(apiKey: string, publicKey: KeyObject): string {
  return publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(apiKey)).toString(
    'base64',
  );
}

/** The portal gives the key as bare base64; PEM is accepted as well. Throws on anything else. */
export function readPublicKey(text: string): KeyObject {
  if (text.includes('-----BEGIN')) return createPublicKey(text);
  return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
}

/** Client of the open API. Every endpoint has a port of its own; certificates are always checked. */
export function createOpenApi(config: OpenApiConfig): OpenApi {
  const { url, ports, budgetMs = 8_000 } = config;
  const key = readPublicKey(config.publicKey);
  const door = (port: number | undefined): HttpClient =>
    createHttpClient({ baseUrl: port === undefined ? url : `${url}:${port}`, budgetMs });
  const doors = { payment: door(ports?.payment), query: door(ports?.query), reversal: door(ports?.reversal) };
  const headers = (): Record<string, string> => ({
    authorization: `Bearer ${bearerOf(config.apiKey, key)}`,
    origin: config.origin,
  });

  return {
    async collect(order) {
      const { path, method } = endpoints.c2b;
      return onResult(
        await doors.payment.call({ method, path, headers: headers(), json: order, budgetMs: longestCallMs }),
      );
    },
    async query(reference) {
      const { path, method } = endpoints.query;
      const query = {
        input_QueryReference: reference,
        input_ThirdPartyReference: reference,
        input_ServiceProviderCode: config.serviceProviderCode,
      };
      return onResult(await doors.query.call({ method, path, query, headers: headers() }));
    },
    async reverse(order) {
      const { path, method } = endpoints.reversal;
      return onResult(await doors.reversal.call({ method, path, headers: headers(), json: order }));
    },
  };
}

/** The operator's code counts before the HTTP status: a 401 may be a refused payment. */
function onResult(answer: HttpOutcome): ReportedStatus | Unanswered {
  if (answer.kind !== 'status') return unanswered(answer, () => false) ?? unreadable;
  return readReported(answer.json, answer.isRepeat) ?? unanswered(answer, () => false) ?? unreadable;
}

/** An answer's body; null when it is not the operator's. */
export function readReported(json: JsonValue | undefined, isRepeat = false): ReportedStatus | null {
  const parsed = reportedSchema.safeParse(json);
  if (!parsed.success) return null;
  const body = parsed.data;
  const named = transactionMembers.map((member) => body[member]).find((id) => id && id !== 'N/A');
  return {
    kind: 'said',
    code: body.output_ResponseCode,
    thirdPartyReference: body.output_ThirdPartyReference ?? null,
    transactionId: named ?? null,
    conversationId: body.output_ConversationID ?? null,
    status: body.output_ResponseTransactionStatus ?? null,
    isRepeat,
  };
}
