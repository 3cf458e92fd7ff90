import { findFault, type FaultRule } from '../../faults/faults.server.ts';
import { returnMessage } from './charge-rules.ts';
import { type Charge, type Challenge, movedAmount } from './charge.types.ts';

/** A charge as the acquirer's API shows it; amounts are minor units. */
export function chargeView(charge: Charge, origin: string, rules: readonly FaultRule[]): object {
  const { id, merchantOrderId, status, currency, installments, returnCode, tid, card, movements, createdAt } = charge;
  const isApproved = status === 'authorized' || status === 'captured';
  const isWrong = findFault(rules, 'wrong-amount') !== undefined;
  return {
    id,
    merchantOrderId,
    status,
    amount: isWrong ? charge.amount + 1 : charge.amount,
    capturedAmount: movedAmount(charge, 'capture'),
    refundedAmount: movedAmount(charge, 'refund'),
    currency,
    installments,
    returnCode,
    returnMessage: returnMessage(returnCode),
    tid,
    card: { ...card, ...(isApproved && charge.savedCardId ? { savedId: charge.savedCardId } : {}) },
    movements,
    createdAt,
    ...(charge.authorizationCode === undefined ? {} : { authorizationCode: charge.authorizationCode }),
    ...(status === 'declined' && charge.adviceCode ? { adviceCode: charge.adviceCode } : {}),
    ...(charge.eci === undefined ? {} : { eci: charge.eci }),
    ...(charge.transStatus === undefined ? {} : { transStatus: charge.transStatus }),
    ...(charge.hasCode ? { securityCodeChecked: true } : {}),
    ...(charge.threeDSCompInd === undefined ? {} : { threeDSCompInd: charge.threeDSCompInd }),
    ...(isApproved && charge.schemeTransactionId ? { schemeTransactionId: charge.schemeTransactionId } : {}),
    ...(charge.challenge && status === 'challenge' ? { challenge: challengeView(charge.challenge, origin) } : {}),
  };
}

/** The merchant page's form for the bank's frame (EMV 3-D Secure 2.2, CReq). */
function challengeView({ acsTransID, threeDSServerTransID }: Challenge, origin: string): object {
  const creq = {
    threeDSServerTransID,
    acsTransID,
    messageType: 'CReq',
    messageVersion: '2.2.0',
    challengeWindowSize: '05',
  };
  return {
    acsUrl: `${origin}/acquirer/acs`,
    creq: Buffer.from(JSON.stringify(creq)).toString('base64url'),
    threeDSServerTransID,
  };
}

/** The form of the bank's frame to the merchant (CRes): a hint that it ended, never the proof. */
export function challengeResult({ acsTransID, threeDSServerTransID, transStatus }: Challenge): string {
  const cres = {
    threeDSServerTransID,
    acsTransID,
    messageType: 'CRes',
    messageVersion: '2.2.0',
    transStatus: transStatus ?? 'N',
  };
  return Buffer.from(JSON.stringify(cres)).toString('base64url');
}
