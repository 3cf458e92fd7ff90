import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { brandsOfAct, isAllowed, type OperatorAct } from '#src/kernel/env/operator-scopes.ts';
import { markDenied } from '#src/kernel/http/server/denied-requests.server.ts';
import type { ApiOperator, ApiServices } from './api.contract.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** On a staff route: the act that the operator must be allowed. */
    readonly act?: OperatorAct;
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * The operator whose token the request carries (`Authorization: Bearer …`), compared in constant time; null for any other
 * request, and when no operators are configured.
 */
export function operatorOf(request: FastifyRequest, operators: readonly ApiOperator[] = []): ApiOperator | null {
  const given = /^Bearer (\S{1,512})$/.exec(request.headers.authorization ?? '')?.[1];
  if (given === undefined) return null;
  const asked = digest(given);
  return operators.filter(({ token }) => timingSafeEqual(asked, digest(token)))[0] ?? null;
}

/** Authorization of the staff routes of one act: the calling operator and the brands it may act in. */
export interface OperatorGuard {
  /** Options of each route. Without a valid token: 404. An operator without the act: `act-not-allowed`. */
  readonly route: {
    readonly config: { readonly act: OperatorAct };
    readonly onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;
  };
  /** The caller's name. */
  nameOf(request: FastifyRequest): string;
  /** The caller as records name them, beside people of the console: `token:<name>`. */
  actorOf(request: FastifyRequest): string;
  /** Whether the caller may act in this brand. Resources of other brands are answered with 404. */
  mayIn(request: FastifyRequest, brand: string | undefined): boolean;
  /** Whether the operator of that name may act in this brand. */
  mayOf(name: string, brand: string | undefined): boolean;
  /** The brands that the caller's lists include; null: all. */
  brandsOf(request: FastifyRequest): readonly string[] | null;
  /** Whether another operator may act in this brand. */
  hasApprover(request: FastifyRequest, brand: string): boolean;
}

/** Admits operators who may do an act in at least one brand; checked before the body is parsed. */
export function requireOperator({ operators = [] }: Pick<ApiServices, 'operators'>, act: OperatorAct): OperatorGuard {
  const scopesOf = (request: FastifyRequest) => operatorOf(request, operators)?.scopes ?? [];
  return {
    route: {
      config: { act },
      onRequest: async (request, reply) => {
        const operator = operatorOf(request, operators);
        if (operator !== null && brandsOfAct(operator.scopes, act) !== null) return undefined;
        markDenied(request.raw, 'operator');
        return sendProblem(reply, operator === null ? 'not-found' : 'act-not-allowed');
      },
    },
    nameOf: (request) => operatorOf(request, operators)?.name ?? '',
    actorOf: (request) => `token:${operatorOf(request, operators)?.name ?? ''}`,
    mayIn: (request, brand) => brand !== undefined && isAllowed(scopesOf(request), act, brand),
    mayOf: (name, brand) =>
      brand !== undefined && operators.some((one) => one.name === name && isAllowed(one.scopes, act, brand)),
    brandsOf: (request) => {
      const brands = brandsOfAct(scopesOf(request), act) ?? [];
      return brands === '*' ? null : brands;
    },
    hasApprover(request, brand) {
      const own = this.nameOf(request);
      return operators.some(({ name, scopes }) => name !== own && isAllowed(scopes, act, brand));
    },
  };
}
