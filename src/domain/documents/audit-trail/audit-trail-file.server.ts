import type { DocumentsContext } from '../context.server.ts';
import { orderById } from '../../orders/index.server.ts';
import { auditChainOf } from './audit-trail.repository.server.ts';
import { recordAuditTrail } from './record-audit-trail.server.ts';
import { type AuditTrailFile, auditTrailFormat } from './audit-trail.types.ts';
import { fileText, sealedText } from './entry-hash.server.ts';

/** Path of the public keys by which seals are verified. */
export const signingKeysPath = '/.well-known/house-keys.json';

/** A sealed audit trail: the file's text, byte for byte, and its content. */
export interface SealedAuditTrail {
  readonly file: AuditTrailFile;
  readonly text: string;
}

/**
 * The audit trail of a paid order, brought up to date and sealed with the signing key now. Null for an order that was not
 * paid, or where no signing key is configured.
 */
export async function auditTrailOf(ctx: DocumentsContext, orderId: string): Promise<SealedAuditTrail | null> {
  const { signingKey } = ctx;
  const order = await orderById(ctx.db, orderId);
  if (!signingKey || !order || order.paidAt === null) return null;
  await recordAuditTrail(ctx, orderId);
  const chain = await auditChainOf(ctx.db, orderId);
  const head = chain?.links.at(-1);
  if (!chain || !head) return null;
  const unsigned: AuditTrailFile = {
    format: auditTrailFormat,
    order: { id: order.id, number: order.reference },
    ...chain,
    seal: {
      algorithm: 'Ed25519',
      head: head.hash,
      links: chain.links.length,
      sealedAt: ctx.clock.now().toISOString(),
      keyId: signingKey.publicKey.kid,
      keyAddress: `${ctx.config.publicOrigin}${signingKeysPath}`,
      signature: '',
    },
  };
  const file = { ...unsigned, seal: { ...unsigned.seal, signature: signingKey.sign(sealedText(unsigned)) } };
  return { file, text: fileText(file) };
}
