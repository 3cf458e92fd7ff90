import type { FuzzCase } from './fuzz.types.ts';

/** Something that a run found and that was mended: the case is sent again by every run of the tests. */
export interface FoundBug {
  /** What the product did. */
  readonly did: string;
  /** The run that showed it: its day and the line that replayed it then. What cases a seed makes changes with the generators. */
  readonly run: string;
  /** Name of the operation. */
  readonly operation: string;
  readonly example: FuzzCase;
}

const form = ['content-type', 'application/x-www-form-urlencoded'] as const;
const json = ['content-type', 'application/json'] as const;

export const foundBugs: readonly FoundBug[] = [
  {
    did: 'asked the database for a text with a NUL and crashed',
    run: "2026-11-21 --only 'POST /contract/{id}' --seed 1583910884 --path '11:0:0:1:1:1:1:1'",
    operation: 'POST /contract/{id}',
    example: {
      sender: 'A',
      method: 'POST',
      path: '/contract/%00?product=wup',
      headers: [['accept', 'text/html'], form],
      body: { kind: 'form', typed: [] },
      mustRefuse: null,
    },
  },
  {
    did: 'answered 500 with the words of the database in it',
    run: "2026-11-21 --only 'GET /documents/{order}/{attempt}/{fileName}' --seed -1946518979 --path '17:0:2:2:2:2:2:2'",
    operation: 'GET /documents/{order}/{attempt}/{fileName}',
    example: {
      sender: 'A',
      method: 'GET',
      path: '/documents/%00//?product=wup',
      headers: [['accept', 'text/html']],
      body: { kind: 'none' },
      mustRefuse: null,
    },
  },
  ...[0, 1, 3].map((hangsUpAfterMs): FoundBug => ({
    did: `failed when its sender hung up after ${hangsUpAfterMs} ms: the address that a consent is kept with was gone`,
    run: '2026-11-21, by hand',
    operation: 'POST /api/v1/lead',
    example: {
      sender: 'stranger',
      method: 'POST',
      path: '/api/v1/lead',
      headers: [json],
      body: {
        kind: 'text',
        text: JSON.stringify({
          ...{ name: 'Maria da Silva', email: 'maria.«fresh»@exemplo.com.br', phone: '(11) 96123-4567' },
          ...{ productCode: 'wise-up-online', operation: 'BR', marketingConsent: true },
        }),
      },
      mustRefuse: null,
      hangsUpAfterMs,
    },
  })),
  {
    did: 'answered a last day that is over by 410, which nothing described',
    run: "2026-11-21 --only 'POST /api/v1/custom-offers' --seed 1646970298 --path '13:1:1:2:2'",
    operation: 'POST /api/v1/custom-offers',
    example: {
      sender: 'operator',
      method: 'POST',
      path: '/api/v1/custom-offers',
      headers: [json],
      body: {
        kind: 'text',
        text: JSON.stringify({
          ...{ subscriptionId: '«A.subscription»', planId: 'ms-annual-t', amount: 114_000 },
          ...{ seller: 'ana', expiresOn: '0001-01-01' },
        }),
      },
      mustRefuse: 'a day that is over',
    },
  },
  {
    did: 'answered a price that money has come in for by 409, which nothing described',
    run: "2026-11-21 --only 'POST /api/v1/quote' --seed -87142365 --path '15:0:0:0:1'",
    operation: 'POST /api/v1/quote',
    example: {
      sender: 'A',
      method: 'POST',
      path: '/api/v1/quote',
      headers: [json],
      body: { kind: 'text', text: JSON.stringify({ leadId: '«A.lead»', profiles: 1 }) },
      mustRefuse: null,
    },
  },
];
