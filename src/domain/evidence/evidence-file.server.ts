import type { DomainContext } from '../context.server.ts';
import { orderById } from '../orders/index.server.ts';
import { chainOf, recordEvidence } from './evidence.repository.server.ts';
import { type EvidenceFile, evidenceFormat } from './evidence.types.ts';
import { fileText, sealedText } from './link-hash.server.ts';

/** Where the house shows the keys by which its seals are checked. */
export const houseKeysPath = '/.well-known/house-keys.json';

/** The proofs of a sale, sealed: the file's text, byte for byte, and what is in it. */
export interface Evidence {
  readonly file: EvidenceFile;
  readonly text: string;
}

/**
 * The chain of proofs of a paid order, brought up to date and sealed with the house's key now. Null for an order that was
 * not paid, or where the house has no key.
 */
export async function evidenceOf(ctx: DomainContext, orderId: string): Promise<Evidence | null> {
  const { houseKey } = ctx;
  const order = await orderById(ctx.db, orderId);
  if (!houseKey || !order || order.paidAt === null) return null;
  await recordEvidence(ctx, orderId);
  const chain = await chainOf(ctx.db, orderId);
  const head = chain?.links.at(-1);
  if (!chain || !head) return null;
  const unsigned: EvidenceFile = {
    format: evidenceFormat,
    order: { id: order.id, number: order.reference },
    ...chain,
    seal: {
      algorithm: 'Ed25519',
      head: head.hash,
      links: chain.links.length,
      sealedAt: ctx.clock.now().toISOString(),
      keyId: houseKey.publicKey.kid,
      keyAddress: `${ctx.config.publicOrigin}${houseKeysPath}`,
      signature: '',
    },
  };
  const file = { ...unsigned, seal: { ...unsigned.seal, signature: houseKey.sign(sealedText(unsigned)) } };
  return { file, text: fileText(file) };
}
