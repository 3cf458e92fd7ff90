import type { Translator } from '#src/ui/words/translator.ts';
import { failureKind, ProblemError } from '../data/problem-error.ts';

/** Refusals that have words of their own: what happened, and what to do. */
const worded: ReadonlySet<string> = new Set([
  'refund-too-large',
  'refund-changed',
  'second-operator-needed',
  'second-person-needed',
  'too-many-exports',
  'view-name-taken',
  'too-many-views',
  'export-not-offered',
  'request-over',
  'own-refund',
  'refund-over',
  'key-reused',
  'access-not-open',
  'buyer-erased',
  'email-invalid',
  'order-paid',
  'quote-changed',
  'method-not-offered',
  'gateway-unreachable',
  'cooling-off-late',
  'cooling-off-no-right',
  'cooling-off-unpaid',
  'cooling-off-returned',
  'subscription-not-changeable',
  'renewal-under-way',
  'task-ended',
  'note-not-owed',
  'payout-paused',
  'refund-disputed',
  'reference-used',
  'not-by-hand',
  'operator-unknown',
  'fields-invalid',
  'sign-in-too-old',
  'directory-away',
]);

/** Why one of several acts failed, by the code of its refusal. */
export function failureText(t: Translator, code: string): string {
  if (worded.has(code)) return t(`act.problem.${code}`);
  return code === 'not-found' ? t('act.problem.not-found') : t('act.problem.unexpected', { code });
}

/** Why an act failed, in the reader's language. An unknown refusal is named by its code, so that it can be reported. */
export function problemText(t: Translator, error: unknown): string {
  if (error instanceof ProblemError && worded.has(error.code)) return t(`act.problem.${error.code}`);
  const kind = failureKind(error);
  if (kind === 'away') return t('act.problem.away');
  if (kind === 'no-permission') return t('act.problem.no-permission');
  if (kind === 'not-found') return t('act.problem.not-found');
  if (kind === 'signed-out') return t('act.problem.sign-in-too-old');
  return t('act.problem.unexpected', { code: error instanceof ProblemError ? error.message : '' });
}
