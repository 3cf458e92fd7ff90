import { copyAcceptance, contractById } from '#src/domain/documents/contracts/index.server.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import type { ApiServices } from '../../api.contract.server.ts';

/**
 * Stores the acceptance of a contract with the quote that is paid. False when the contract belongs to another session or
 * quote; true without a contract.
 */
export async function acceptContract(
  { ctx }: Pick<ApiServices, 'ctx'>,
  session: CheckoutSession,
  accepted: { readonly contractId: string; readonly label: string } | undefined,
  quoteId: string,
  ip: string,
): Promise<boolean> {
  if (!accepted) return true;
  const contract = await contractById(ctx.db, accepted.contractId);
  if (!contract || contract.sessionId !== session.id || contract.quoteId !== quoteId) return false;
  await copyAcceptance(ctx, contract, quoteId, { label: accepted.label, ip });
  return true;
}
