import type { Db } from '../base-context.server.ts';
import type { RiskContext } from './context.server.ts';
import { riskLimits } from './risk-limits.data.ts';
import { subjectKey, type AttemptOrigin } from './attempt-origin.server.ts';
import { spendProofOfWork } from './proof-of-work.server.ts';
import { browserOfSession } from './payment-attempts.repository.server.ts';
import { incrementCounter } from './rate-counter.repository.server.ts';
import type { RiskRejection } from './decide-risk.ts';

/** A payment request that reaches a person: their phone rings, or their wallet is asked about them. */
export interface Prompt {
  readonly phone?: string;
  readonly document?: string;
}

interface Budget {
  readonly subject: string;
  readonly period: string;
  readonly endsAt: Date;
  readonly proofFrom: number;
  readonly most: number;
}

const hourMs = 3_600_000;
const units = { hour: hourMs, day: 24 * hourMs } as const;
const { prompts: limits } = riskLimits;

function budgetsOf(ctx: RiskContext, { phone, document }: Prompt, origin: AttemptOrigin, brand: string): Budget[] {
  const names: Readonly<Record<keyof typeof limits, string | null>> = {
    phone: phone === undefined ? null : subjectKey(ctx, 'prompt-phone', phone),
    document: document === undefined ? null : subjectKey(ctx, 'prompt-document', document),
    address: origin.addressKey && `prompt/${origin.addressKey}`,
    network: origin.networkKey && `prompt/${origin.networkKey}`,
    brand: `prompt-brand/${brand}`,
  };
  const now = ctx.clock.now().getTime();
  return (['phone', 'document', 'address', 'network', 'brand'] as const).flatMap((kind) => {
    const subject = names[kind];
    if (!subject) return [];
    return (['hour', 'day'] as const).map((unit) => {
      const number = Math.floor(now / units[unit]);
      const endsAt = new Date((number + 1) * units[unit]);
      return { subject, period: `${unit}-${number}`, endsAt, ...limits[kind][unit] };
    });
  });
}

/**
 * Counts one prompt in each of its budgets (hours and days of UTC). The caller rolls its transaction back on a refusal, so
 * that only prompts that are made count. Rows are locked in one order, the brand's last, so that prompts never deadlock.
 */
export async function checkPrompt(
  ctx: RiskContext,
  trx: Db,
  prompt: Prompt,
  from: { readonly origin: AttemptOrigin | null; readonly brand: string; readonly visitor?: string | undefined },
): Promise<RiskRejection | null> {
  const { origin, brand, visitor } = from;
  if (!origin) return null;
  let isNear = false;
  for (const { subject, period, endsAt, proofFrom, most } of budgetsOf(ctx, prompt, origin, brand)) {
    const count = await incrementCounter(trx, { subject, period, endsAt, most });
    if (count === null) {
      const seconds = Math.ceil((endsAt.getTime() - ctx.clock.now().getTime()) / 1000);
      return { code: 'too-many-tries', retryAfterSeconds: Math.max(1, seconds) };
    }
    isNear ||= count > proofFrom;
  }
  if (!isNear) return null;
  const browserHash = visitor ?? browserOfSession(origin.sessionId);
  return (await spendProofOfWork(ctx, trx, { action: 'pay', browserHash })) ? null : { code: 'captcha-needed' };
}
