import type { Kysely } from 'kysely';
import { decryptText } from '#src/kernel/crypto/encrypt-text.server.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { Database } from '../../database/index.server.ts';
import type { PointsMemberService } from './points-member-service.port.ts';
import { pointsEncryptionKey } from './points-link.repository.server.ts';
import { verifiedMemberOfAttempt } from './verified-member.repository.server.ts';

/**
 * The service over the product's own tables. `codeKey` is the one of `DomainConfig`. A member who was verified in a purchase
 * is so for what follows from it, too: an upsell, and the invoices of the subscription that it began.
 */
export function createPointsMemberService({
  db,
  clock,
  codeKey,
}: {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly codeKey: string;
}): PointsMemberService {
  const key = pointsEncryptionKey({ config: { codeKey } });
  return {
    async verifiedMemberFor(attemptId) {
      const member = await verifiedMemberOfAttempt(db, attemptId, clock.now());
      const token = member?.encryptedToken ? decryptText(key, member.encryptedToken) : null;
      return member && token !== null ? { memberId: member.memberId, token } : null;
    },
  };
}
