import type { DocumentsContext } from '../context.server.ts';
import { orderById } from '../../orders/index.server.ts';
import { auditChainOf, recordAuditTrail } from './audit-trail.repository.server.ts';
import { type AuditTrailFile, auditTrailFormat } from './audit-trail.types.ts';
import { fileText, sealedText } from './entry-hash.server.ts';

/** Where the house shows the keys by which its seals are checked. */
export const signingKeysPath = '/.well-known/house-keys.json';

/** The proofs of a sale, sealed: the file's text, byte for byte, and what is in it. */
export interface SealedAuditTrail {
  readonly file: AuditTrailFile;
  readonly text: string;
}

/**
 * The chain of proofs of a paid order, brought up to date and sealed with the house's key now. Null for an order that was
 * not paid, or where the house has no key.
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
