import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import { createTestAcquirerGateway } from '#src/gateways/test-acquirer/gateway.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { cardToken } from '#tests/gateways/suite/charges.server.ts';
import { openSandboxWorld, type SandboxWorld } from '#tests/gateways/suite/sandbox-world.server.ts';
import { type ApiAnswer, type ApiBuyer, type ApiWorld, createApiWorld } from './api-world.server.ts';
import { schoolDocuments } from '../fixtures/school-documents.ts';
import { createTestDatabase, type TestDatabase } from '../database/database.server.ts';

export const wiseUpOnline = { productCode: 'wise-up-online', seller: 'ana', source: 'campanha' };

/** The JSON API whose money moves at the sandbox's acquirer, over real HTTP. */
export interface AcquirerApi {
  readonly database: TestDatabase;
  readonly world: ApiWorld;
  readonly sandboxWorld: SandboxWorld;
  /** Leaves a lead; its id. */
  leadOf(buyer: ApiBuyer, change?: Readonly<Record<string, string>>): Promise<string>;
  /** A card as its page hands it over. */
  cardFields(number: string, change?: Readonly<Record<string, string>>): Promise<Record<string, string>>;
  pay(buyer: ApiBuyer, leadId: string, tenders: readonly object[], amount?: number): Promise<ApiAnswer>;
  close(): Promise<void>;
}

export async function openAcquirerApi(): Promise<AcquirerApi> {
  const [database, sandboxWorld] = await Promise.all([createTestDatabase(), openSandboxWorld()]);
  const world = await createApiWorld(database, {}, { documents: schoolDocuments });
  const acquirer = sandboxSecrets.companies['test-acquirer'];
  const gateway = createTestAcquirerGateway({
    baseUrl: `${sandboxWorld.world.origin}/acquirer`,
    merchant: acquirer.merchant,
    secret: acquirer.secret,
    notificationKeys: [acquirer.notificationSecret],
    clock: sandboxWorld.clock,
  });
  Object.assign(world.ctx.gateways, { choose: () => gateway, byId: () => gateway, all: () => [gateway] });
  const contact = { name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567' };
  return {
    database,
    world,
    sandboxWorld,
    async leadOf(buyer, change = {}) {
      const { json } = await buyer.call('POST', '/api/v1/lead', { ...contact, ...wiseUpOnline, ...change });
      return String(json['id']);
    },
    async cardFields(number, change = {}) {
      const card = { brand: 'visa', last4: number.slice(-4), expiry: '12/30', document: '390.533.447-05' };
      return { token: await cardToken(sandboxWorld, number), ...card, ...change };
    },
    pay(buyer, leadId, paymentMethods, amount = 114_000) {
      const body = { sfLeadId: leadId, amount, business: 'wiseup-online', productCode: wiseUpOnline.productCode };
      const headers = { 'idempotency-key': newSecret() };
      return buyer.call('POST', '/api/v2/payment', { ...body, paymentMethods }, headers);
    },
    async close() {
      await world.close();
      await Promise.all([database.close(), sandboxWorld.close()]);
    },
  };
}
