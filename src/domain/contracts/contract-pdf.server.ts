import { createPaper } from '#src/kernel/pdf/tagged-paper.server.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import type { DomainContext } from '../context.server.ts';
import { orderById } from '../orders/index.server.ts';
import { contractOf } from './make-contract.server.ts';
import { shownDocument } from './shown-document.ts';

/**
 * The contract of an order as its buyer accepted it, as a tagged PDF: the words, then the record of the act with their
 * hash. Null where nothing was accepted, or nobody composes papers.
 */
export async function contractPdf(ctx: DomainContext, orderId: string): Promise<Buffer | null> {
  const { papers } = ctx;
  const [order, accepted] = await Promise.all([orderById(ctx.db, orderId), contractOf(ctx, orderId)]);
  if (!papers || !order || !accepted) return null;
  const { contract, acceptance, lead } = accepted;
  const { locale, blocks } = contract;
  const look = papers.look(order.brand, order.variant);
  const say = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
    papers.say(locale, `papers.${key}`, values);
  const title = blocks.find(({ kind }) => kind === 'title')?.text ?? look.name;
  const number = order.reference;
  const paper = createPaper({
    lang: locale,
    title: `${title} - ${look.name}`,
    author: papers.company(order.brand, order.variant)?.legalName ?? look.name,
    colour: look.colour,
    foot: say('contract.foot', { number, hash: contract.textHash.slice(0, 16) }),
    madeAt: acceptance.at,
  });
  for (const { kind, text } of blocks) {
    if (kind === 'title') paper.title(text, look.name);
    else if (kind === 'heading') paper.heading(text);
    else if (kind === 'item') paper.item(text);
    else paper.paragraph(text);
  }
  const document = shownDocument(lead.document);
  paper.section(say('contract.record'), [
    [say('contract.order'), number],
    [say('contract.by'), document ? `${lead.name}, ${document}` : lead.name],
    [say('contract.at'), `${formatInstant(acceptance.at, marketZone(order.market))} (${acceptance.at.toISOString()})`],
    [say('contract.from'), acceptance.ip],
    [say('contract.label'), acceptance.label],
    [say('contract.hash'), contract.textHash],
  ]);
  return paper.finish();
}
