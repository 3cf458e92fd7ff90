import type { ProofKind } from '#src/domain/claims/index.ts';
import { rail } from './rail.ts';

/** One way to hand money over: its word in the specification, and what proves at the unit that it came. */
export interface Means {
  readonly method: string;
  readonly proofKind: ProofKind;
}

const proofs: Readonly<Record<string, ProofKind>> = {
  'credit-card-in-person': 'terminal-slip',
  'pix-in-person': 'transfer-id',
  cash: 'receipt',
  cheque: 'bank-draft',
};

/** All of them, in the order in which they are offered. */
export const allMeans: readonly Means[] = rail.methods.flatMap((method) => {
  const proofKind = proofs[method];
  return proofKind ? [{ method, proofKind }] : [];
});

/** What somebody chose in the form; null when it is none of them. */
export function readMeans(fields: Readonly<Record<string, string>>): Means | null {
  return allMeans.find(({ method }) => method === fields['means']) ?? null;
}
