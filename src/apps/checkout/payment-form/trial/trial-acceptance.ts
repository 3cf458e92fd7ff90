import type { Errors, Values } from '../form-fields.ts';

/** A checkbox of its own: it is the consent to the first charge after a trial. */
export function checkTrialConsent(values: Values): Errors {
  return values['trial'] === 'yes' ? {} : { trial: 'payment.trial.missing' };
}
