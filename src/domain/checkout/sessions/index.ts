export type { CheckoutLink, CheckoutSession, SessionUpsell } from './session.types.ts';
export type { SessionAnswers } from './session-answers.ts';
