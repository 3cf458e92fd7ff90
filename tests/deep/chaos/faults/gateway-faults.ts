/** What goes wrong at a company outside for a while, as the sandbox's weather takes it. */
export interface GatewayFaultPlan {
  readonly target: string;
  readonly rules: readonly Readonly<Record<string, string | number>>[];
}

const companies = ['acquirer', 'pix-bank', 'slip-bank'] as const;

const ofCompanies = companies.flatMap((target): GatewayFaultPlan[] =>
  [
    { mode: 'slow', ms: 2_500 },
    { mode: 'timeout-before' },
    { mode: 'timeout-after' },
    { mode: '500-after' },
    { mode: 'reset' },
    { mode: '429', seconds: 1 },
    { mode: 'maintenance' },
    { mode: 'not-found-lag', seconds: 4 },
  ].map((rule) => ({ target, rules: [{ ...rule, chance: 0.6 }] })),
);

const ofCards: readonly GatewayFaultPlan[] = [
  { target: 'acquirer', rules: [{ mode: 'processing', ms: 1_500, chance: 0.6 }] },
  { target: 'acquirer', rules: [{ mode: 'late-truth', ms: 2_000, chance: 0.4 }] },
  { target: 'acquirer', rules: [{ mode: 'decline', code: '51', chance: 0.5 }] },
  { target: 'slip-bank', rules: [{ mode: 'register-delay', seconds: 3 }] },
  { target: 'slip-bank', rules: [{ mode: 'settle-delay', seconds: 3 }] },
];

const ofMessages: readonly GatewayFaultPlan[] = [
  { mode: 'duplicate', count: 9 },
  { mode: 'delay', ms: 4_000 },
  { mode: 'drop' },
  { mode: 'reorder' },
  { mode: 'first' },
  { mode: 'bad-signature' },
  { mode: 'stale-timestamp' },
  { mode: 'future-timestamp' },
  { mode: 'old-key' },
  { mode: 'wrong-amount' },
  { mode: 'foreign-txid' },
].map((rule) => ({ target: 'notifications', rules: [{ ...rule, chance: 0.8 }] }));

const ofSchools: readonly GatewayFaultPlan[] = [
  { mode: 'timeout-after' },
  { mode: '500-after' },
  { mode: 'reset' },
  { mode: 'maintenance' },
].map((rule) => ({ target: 'school', rules: [{ ...rule, chance: 0.7 }] }));

/** All of them; a run draws from here. */
export const gatewayFaultPlans: readonly GatewayFaultPlan[] = [...ofCompanies, ...ofCards, ...ofMessages, ...ofSchools];
