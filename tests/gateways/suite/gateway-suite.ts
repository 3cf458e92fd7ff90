import { describe } from 'vitest';
import { webhookCases } from './webhook-cases.ts';
import { moneyCases } from './money-cases.ts';
import { type SuiteSubject, createSuiteActor } from './suite-actor.ts';
import { faultCases } from './fault-cases.ts';

/** The cases that every gateway must pass, against the real sandbox over HTTP, in every weather. */
export function runGatewaySuite(name: string, subject: SuiteSubject): void {
  describe(name, () => {
    const actor = createSuiteActor(subject);
    moneyCases(subject, actor);
    faultCases(subject, actor);
    describe.runIf(!subject.traits?.isQuiet)('messages', () => {
      webhookCases(subject, actor);
    });
  });
}
