import { randomInt } from 'node:crypto';
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Db } from '../base-context.server.ts';
import type { RiskContext } from './context.server.ts';
import { currentRiskLevel } from './decline-alarm.server.ts';
import { consumeRates } from './rate-counter.repository.server.ts';
import { insertSolvedChallenge, useSolvedChallenge } from './solved-challenge.repository.server.ts';
import { riskLimits } from './risk-limits.data.ts';
import { addressRateSubjects, subjectKey } from './attempt-origin.server.ts';

/** Actions that a proof of work allows its browser. */
export const proofActions = ['pay', 'lead'] as const;
export type ProofAction = (typeof proofActions)[number];

const { proof } = riskLimits;

/** Characters of the longest token that is read. */
const longest = 4_096;
const hex = z
  .string()
  .max(128)
  .regex(/^[0-9a-f]*$/);
const solutionSchema = z.strictObject({
  challenge: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: hex,
      salt: hex,
      // The cost of a check is bounded before anything is checked; the signature says whether the challenge is ours.
      cost: z.literal(proof.rounds),
      keyLength: z.literal(32),
      keyPrefix: hex,
      keySignature: hex,
      expiresAt: z.int().positive(),
      data: z.strictObject({ action: z.enum(proofActions), browser: hex }),
    }),
    signature: hex,
  }),
  solution: z.strictObject({ counter: z.int().min(0).max(100_000), derivedKey: hex, time: z.number().optional() }),
});

function keysOf(ctx: RiskContext) {
  return {
    hmacSignatureSecret: subjectKey(ctx, 'proof', 'challenges'),
    hmacKeySignatureSecret: subjectKey(ctx, 'proof', 'keys'),
  };
}

/** The browser of a challenge, as a hash that serves nothing else. */
function browserKey(ctx: RiskContext, browserHash: string): string {
  return subjectKey(ctx, 'proof-browser', browserHash).slice(0, 32);
}

/** A challenge for one browser and one action; null when its address has asked for too many. */
export async function newProofChallenge(
  ctx: RiskContext,
  { action, browserHash, ip }: { readonly action: ProofAction; readonly browserHash: string; readonly ip: string },
): Promise<Challenge | null> {
  const budgets = addressRateSubjects(ctx, 'challenges', ip, proof.perAddressHour);
  if (!(await consumeRates(ctx.db, budgets, ctx.clock.now()))) return null;
  const { least, most } = proof.steps[await currentRiskLevel(ctx)];
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: proof.rounds,
    counter: randomInt(least, most + 1),
    deriveKey,
    expiresAt: Math.floor(ctx.clock.now().getTime() / 1000) + proof.lifeSeconds,
    data: { action, browser: browserKey(ctx, browserHash) },
    ...keysOf(ctx),
  });
}

/**
 * Redeems a solved challenge (base64 of its JSON, as altcha writes it): its browser may then do its action a few times.
 * False when it is wrong, too old, another browser's or action's, or was redeemed before (CVE-2025-68113).
 */
export async function redeemProofOfWork(
  ctx: RiskContext,
  {
    token,
    action,
    browserHash,
  }: { readonly token: string; readonly action: ProofAction; readonly browserHash: string },
): Promise<boolean> {
  const read = readToken(token);
  if (!read) return false;
  const { challenge, solution } = read;
  const { expiresAt, data, nonce } = challenge.parameters;
  const now = ctx.clock.now();
  const own = browserKey(ctx, browserHash);
  if (data.action !== action || data.browser !== own || expiresAt * 1000 <= now.getTime()) return false;
  const { verified } = await verifySolution({
    challenge,
    solution: { ...solution, time: 0 },
    deriveKey,
    ...keysOf(ctx),
  });
  if (!verified) return false;
  return insertSolvedChallenge(ctx.db, {
    id: nonce,
    browser_hash: browserHash,
    action,
    uses_left: proof.tries,
    solved_at: now,
    // The row has to outlive its challenge.
    ends_at: new Date(Math.max(expiresAt * 1000, now.getTime() + proof.lifeSeconds * 1000)),
  });
}

/** Uses one attempt that a browser's solved challenges allow; false when none is left. */
export function spendProofOfWork(
  ctx: RiskContext,
  db: Db,
  { action, browserHash }: { readonly action: ProofAction; readonly browserHash: string | RawBuilder<string | null> },
): Promise<boolean> {
  return useSolvedChallenge(db, { action, browserHash, now: ctx.clock.now() });
}

function readToken(token: string): z.infer<typeof solutionSchema> | null {
  if (token.length > longest || !/^[\w+/-]+={0,2}$/.test(token)) return null;
  try {
    const json: unknown = JSON.parse(Buffer.from(token, 'base64').toString('utf8'));
    const read = solutionSchema.safeParse(json);
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
