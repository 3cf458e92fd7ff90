import { createPdf } from '#src/kernel/pdf/tagged-pdf.server.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import type { DocumentsContext } from '../context.server.ts';
import { orderById } from '../../orders/index.server.ts';
import { contractOfOrder } from './create-contract.server.ts';
import { maskedTaxId } from './tax-id-text.ts';

/**
 * The contract of an order as its buyer accepted it, as a tagged PDF: the text, then the record of the acceptance with the
 * text's hash. Null where nothing was accepted, or no documents are configured.
 */
export async function contractPdf(ctx: DocumentsContext, orderId: string): Promise<Buffer | null> {
  const { documents } = ctx;
  const [order, accepted] = await Promise.all([orderById(ctx.db, orderId), contractOfOrder(ctx, orderId)]);
  if (!documents || !order || !accepted) return null;
  const { contract, acceptance, lead } = accepted;
  const { locale, blocks } = contract;
  const branding = documents.branding(order.brand, order.variant);
  const say = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
    documents.say(locale, `documents.${key}`, values);
  const title = blocks.find(({ kind }) => kind === 'title')?.text ?? branding.name;
  const number = order.reference;
  const pdf = createPdf({
    lang: locale,
    title: `${title} - ${branding.name}`,
    author: documents.company(order.brand, order.variant)?.legalName ?? branding.name,
    colour: branding.colour,
    foot: say('contract.foot', { number, hash: contract.textHash.slice(0, 16) }),
    madeAt: acceptance.at,
  });
  for (const { kind, text } of blocks) {
    if (kind === 'title') pdf.title(text, branding.name);
    else if (kind === 'heading') pdf.heading(text);
    else if (kind === 'item') pdf.item(text);
    else pdf.paragraph(text);
  }
  const document = maskedTaxId(lead.document);
  pdf.section(say('contract.record'), [
    [say('contract.order'), number],
    [say('contract.by'), document ? `${lead.name}, ${document}` : lead.name],
    [say('contract.at'), `${formatInstant(acceptance.at, marketZone(order.market))} (${acceptance.at.toISOString()})`],
    [say('contract.from'), acceptance.ip],
    [say('contract.label'), acceptance.label],
    [say('contract.hash'), contract.textHash],
  ]);
  return pdf.finish();
}
