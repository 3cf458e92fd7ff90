import type { SessionStart } from '#src/domain/checkout/sessions/index.server.ts';
import type { Market } from '#tests/compat/factors.ts';
import { encryptCard } from '#tests/compat/card-tokens.ts';

interface About {
  readonly origin: string;
  readonly number: number;
}

/** One method, and how a buyer pays with it. */
export interface MethodCase {
  readonly name: string;
  /** The specification's name of the method. */
  readonly method: string;
  readonly start: Omit<SessionStart, 'browserHash'>;
  readonly buyer: { readonly name: string; readonly email: string; readonly phone: string };
  readonly unit?: string;
  readonly fields: (about: About & { readonly now: Date }) => Promise<Record<string, string>> | Record<string, string>;
  /** Number of buyers that wait for the gateway at the same time, for slow gateways. Absent: one at a time. */
  readonly together?: number;
  /** Preparation before the next buyer. */
  readonly after?: (about: About) => Promise<void>;
}

const link = { offer: '', flowId: 'default', seller: 'performance', source: 'bench', link: {} } as const;
const brazil = { ...link, market: 'BR', locale: 'pt-BR' } as const;
const english = {
  ...brazil,
  ...{ brand: 'wise-up', variant: 'online', business: 'wiseup-online', productCode: 'wise-up-online' },
};
const flexible = { ...brazil, brand: 'wise-up', variant: 'flex', business: 'wiseup', productCode: 'wiseup-flex' };
const doctors = { ...brazil, brand: 'medcof', variant: null, business: 'medcof', productCode: 'medcof' };
const mozambique = {
  ...({ ...link, market: 'MZ', locale: 'pt-MZ' } as const),
  ...{ brand: 'meusucesso', variant: 'mz', business: 'meusucesso', productCode: 'meusucesso' },
};
const peru = {
  ...({ ...link, market: 'PE', locale: 'es-PE', flowId: 'peru' } as const),
  ...{ brand: 'wise-up', variant: 'peru', business: 'wiseup-online', productCode: 'wise-up-online' },
};

const maria = { name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '+5511961234567' };
const rosa = { name: 'Rosa Quispe', email: 'rosa@exemplo.pe', phone: '+51987654321' };
const cpf = '390.533.447-05';

const card =
  (market: Market, document: string): MethodCase['fields'] =>
  async ({ origin, now }) => ({ ...(await encryptCard(origin, market, now)), document });

async function ask(origin: string, at: string, body: object): Promise<unknown> {
  const answer = await fetch(origin + at, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
}

const phoneOf = (number: number): string => `84${String(1_000_000 + number)}`;
const yapePhone = '987654321';

export const methodCases: readonly MethodCase[] = [
  { name: 'card', method: 'credit-card', start: english, buyer: maria, fields: card('BR', cpf) },
  { name: 'pix', method: 'pix', start: english, buyer: maria, fields: () => ({ document: cpf }) },
  {
    ...{ name: 'bank slip', method: 'bankslip', start: english, buyer: maria },
    fields: () => ({ document: cpf }),
  },
  { name: 'nu-pay', method: 'nu-pay', start: doctors, buyer: maria, fields: () => ({ document: cpf }) },
  {
    ...{ name: 'in person', method: 'cash', start: flexible, buyer: maria, unit: 'sp-paulista' },
    fields: () => ({ means: 'cash' }),
  },
  { name: 'card, Mozambique', method: 'credit-card', start: mozambique, buyer: maria, fields: card('MZ', '') },
  {
    ...{ name: 'm-pesa', method: 'm-pesa', start: mozambique, buyer: maria },
    // Each call is followed for one second, in which a refused connection would show.
    together: 20,
    fields: ({ number }) => ({ phone: phoneOf(number) }),
    after: async ({ origin, number }) =>
      void (await ask(origin, '/sandbox/m-pesa/answer', { msisdn: `258${phoneOf(number)}` })),
  },
  { name: 'card, Peru', method: 'credit-card', start: peru, buyer: rosa, fields: card('PE', '10203040') },
  {
    ...{ name: 'yape', method: 'yape', start: peru, buyer: rosa },
    fields: async ({ origin }) => {
      const shown = (await ask(origin, '/sandbox/yape/code', { phone: yapePhone })) as { code: string };
      return { phone: yapePhone, code: shown.code, document: '10203040' };
    },
  },
  {
    name: 'pago-efectivo',
    method: 'pago-efectivo',
    start: peru,
    buyer: rosa,
    fields: () => ({ document: '10203040' }),
  },
];
