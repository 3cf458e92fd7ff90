import type { Errors, Values } from '../form-fields.ts';

/** The box is an act of its own: the first charge after free time is agreed to by it. */
export function checkTrialConsent(values: Values): Errors {
  return values['trial'] === 'yes' ? {} : { trial: 'payment.trial.missing' };
}
