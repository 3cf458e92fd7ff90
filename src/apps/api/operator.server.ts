import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { brandsOfAct, isAllowed, type OperatorAct } from '#src/kernel/env/operator-scopes.ts';
import { markDenied } from '#src/kernel/http/server/denied-requests.server.ts';
import type { ApiOperator, ApiServices } from './api.contract.server.ts';
import { sendProblem } from './send-problem.server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route of the school's staff: what an operator needs for it. */
    readonly act?: OperatorAct;
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Who of the school's staff a call comes from, by its token (`Authorization: Bearer …`), told in constant time; null for
 * everybody else. Without tokens nobody is one.
 */
export function operatorOf(request: FastifyRequest, operators: readonly ApiOperator[] = []): ApiOperator | null {
  const given = /^Bearer (\S{1,512})$/.exec(request.headers.authorization ?? '')?.[1];
  if (given === undefined) return null;
  const asked = digest(given);
  return operators.filter(({ token }) => timingSafeEqual(asked, digest(token)))[0] ?? null;
}

/** How the routes of one act know who calls, and in which brands they may. */
export interface OperatorGuard {
  /** Options of each route. A stranger learns nothing; an operator without the act hears that. */
  readonly route: {
    readonly config: { readonly act: OperatorAct };
    readonly onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;
  };
  /** The caller's name. */
  nameOf(request: FastifyRequest): string;
  /** Whether the caller may do it in this brand. What belongs to another brand is answered as if it did not exist. */
  mayIn(request: FastifyRequest, brand: string | undefined): boolean;
  /** Whether somebody of that name may do it in this brand. */
  mayOf(name: string, brand: string | undefined): boolean;
  /** The brands that the caller's lists show; null: all. */
  brandsOf(request: FastifyRequest): readonly string[] | null;
  /** Whether anybody else may do it in this brand. */
  hasApprover(request: FastifyRequest, brand: string): boolean;
}

/** Lets the staff through who may do an act somewhere, and nobody else: before anything is looked at. */
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
