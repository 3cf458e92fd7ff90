import { z } from 'zod';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import type { Customer, StoredCard, Problem, Token } from './culqi.types.ts';
import { testId } from './ids.server.ts';
import type { Tokens } from './tokens.server.ts';
import { problem } from './views.ts';

const metadata = z.record(z.string().max(30), z.string().max(500)).default({});
const customerSchema = z.object({
  first_name: z.string().min(2).max(50),
  last_name: z.string().min(2).max(50),
  email: z.string().min(5).max(50),
  address: z.string().min(5).max(100),
  address_city: z.string().min(2).max(30),
  country_code: z.literal('PE'),
  phone_number: z.string().min(5).max(15),
  metadata,
});
/** Without `validate: false` Culqi charges three soles and refunds them; this sandbox does not do that. */
const cardSchema = z.object({
  customer_id: z.string(),
  token_id: z.string(),
  validate: z.literal(false),
  metadata,
});

/** Customers and their cards on file. */
export interface Cards {
  addCustomer(body: unknown): Result<Customer, Problem>;
  /** All, or those with an e-mail; the newest first. */
  customers(email?: string): readonly Customer[];
  keep(body: unknown): Result<StoredCard, Problem>;
  get(id: string): StoredCard | undefined;
  /** The newest first. */
  all(): readonly StoredCard[];
  forget(id: string): boolean;
  /** A kept card as a charge's source, which can be charged repeatedly. */
  source(id: string): Token | undefined;
  /** Stores what a charge, or its authentication, changed of a card. */
  noteSource(token: Token): void;
}

export function createCards(context: SandboxContext, tokens: Tokens): Cards {
  const people = context.store<Customer>('culqi-customers', { idOf: ({ id }) => id });
  const store = context.store<StoredCard>('culqi-cards', { idOf: ({ id }) => id });
  const known = (email?: string): Customer[] =>
    [...people.values()].filter((one) => email === undefined || one.email === email).toReversed();
  const active = (id: string): StoredCard | undefined => {
    const card = store.get(id);
    return card?.deleted === false ? card : undefined;
  };

  return {
    customers: known,
    addCustomer(body) {
      const read = customerSchema.safeParse(body);
      if (!read.success) return err(problem(400, 'parameter_error', 'invalid_parameter', z.prettifyError(read.error)));
      const { email, metadata: about } = read.data;
      if (known(email).length > 0)
        return err(problem(400, 'parameter_error', 'email_registered', 'Un cliente está registrado con este email.'));
      const customer: Customer = { id: testId('cus'), email, metadata: about, createdAt: context.timestamp() };
      people.put(customer);
      return ok(customer);
    },
    keep(body) {
      const read = cardSchema.safeParse(body);
      if (!read.success) return err(problem(400, 'parameter_error', 'invalid_parameter', z.prettifyError(read.error)));
      const { customer_id: customerId, token_id: tokenId, metadata: about } = read.data;
      const token = tokens.get(tokenId);
      const bad = tokens.problem(token, 0);
      if (bad || token?.kind !== 'card')
        return err(bad ?? problem(400, 'parameter_error', 'invalid_token', 'El token no es de una tarjeta.'));
      if (!people.get(customerId))
        return err(problem(404, 'resource_error', 'resource_missing', 'No hay tal cliente.'));
      const card: StoredCard = {
        ...{ id: testId('crd'), customerId, token, metadata: about, deleted: false, createdAt: context.timestamp() },
      };
      store.put(card);
      tokens.put({ ...token, usedBy: card.id });
      return ok(card);
    },
    get: active,
    all: () => [...store.values()].filter(({ deleted }) => !deleted).toReversed(),
    forget(id) {
      const card = active(id);
      if (card) store.put({ ...card, deleted: true });
      return card !== undefined;
    },
    source(id) {
      const card = active(id);
      return card && { ...card.token, id, usedBy: null, createdAt: context.timestamp() };
    },
    noteSource(token) {
      const card = active(token.id);
      if (!card) return;
      const { review, usedBy } = token;
      // Each payment is authenticated anew.
      const asks = review && usedBy !== null ? { ...review, state: 'wanted' as const } : review;
      store.put({ ...card, token: { ...card.token, review: asks } });
    },
  };
}
