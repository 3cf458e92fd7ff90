import { describe } from 'vitest';
import { messageCases } from './message-cases.ts';
import { moneyCases } from './money-cases.ts';
import { type SuiteSubject, useActor } from './suite-actor.ts';
import { weatherCases } from './weather-cases.ts';

/** The cases that every gateway must pass, against the real outside world over HTTP, in every weather. */
export function gatewaySuite(name: string, subject: SuiteSubject): void {
  describe(name, () => {
    const actor = useActor(subject);
    moneyCases(subject, actor);
    weatherCases(subject, actor);
    describe.runIf(!subject.habits?.isQuiet)('messages', () => {
      messageCases(subject, actor);
    });
  });
}
