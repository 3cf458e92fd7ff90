import type { Brand } from '#src/branding/index.server.ts';
import type { TemplatePaths } from '#src/domain/flows/index.ts';

/** What each screen is for, where its name does not say it; the others are listed without a word. */
const purposes: Readonly<Record<string, string>> = {
  lead: 'who buys',
  payment: 'the purchase is paid',
  success: 'it is paid; a slip’s line; an offer of the flow’s next step',
  'payment-upsell': 'an offer of the success page is paid',
  'success-upsell': 'both purchases are paid, said together',
  'upsell-presentation': 'an offer right after the payment',
  'upsell-payment': 'that offer is paid',
  'subscription-welcome': 'what was bought and when the first charge comes',
  'multiprofile-upsell-presentation': 'how many more profiles, right after the payment',
  'video-upsell': 'a film with an offer, right after the payment',
  'invoice-payment': 'a bill is paid, from a letter',
  'payment-upgrade': 'a larger plan is paid, from a letter',
  renew: 'another period is paid, from a letter',
  recovery: 'a payment that failed is tried again, from a letter',
  'success-invoice': 'a bill or a renewal is paid',
};

/** The page of the documentation that shows every flow: table and pictures. */
export function flowsPage(brands: readonly Brand[], paths: TemplatePaths): string {
  return `# Flows

Which way a buyer takes is data: \`brands/<brand>/flows/<flow-id>.json\` lists the steps, each with its screen (template) and
the step that follows. This page and its pictures are made from that data by \`npm run flows\`; \`npm run verify\` fails while
they are older than it.

A link chooses the flow: \`route\` or \`voucher\` where a flow claims them, else \`flowId\`, else \`offer\` when the link brings an
offer, else \`default\`, else the first. Where a step shows is said by its screen alone, so no path occurs twice in a flow.

## Which path serves which flow

Two pairs of paths sell something after the purchase, and differ in where the offer is made:

- \`/payment/upsell\` and \`/success/upsell\`: the offer stands on the success page (or in a film after the payment). Who says
  yes pays at \`/payment/upsell\` and is thanked for both at \`/success/upsell\`; who says no stays with the success page. They
  wear the brand's own looks.
- \`/upsell-payment\` and \`/subscription-welcome\`: the offer has a page of its own before any success page
  (\`/upsell-presentation\` or \`/multiprofile-upsell-presentation\`). Who says yes pays at \`/upsell-payment\`; yes or no, the way
  ends at \`/subscription-welcome\`. These four wear the looks for offers (\`theme.upsell.<mode>.json\`).

| Path | Screen | What for | Flows |
|---|---|---|---|
${rows(brands, paths).join('\n')}

Between the payment and the next step stand pages that are no steps: \`/payment-verification\` while a bank asks the buyer,
\`/parsing\` while a result is worked out, and the waiting pages that the pictures show.

## Pictures

A box is a step: its screen, its path, what the data says about it, and the number that buyers read. Blue: money is taken.
Amber: the buyer may say no; the broken line shows where that leads. Green: the end. A broken frame: a page where money that
the buyer sends from elsewhere is awaited. Above each row stand the flows that take this way and the links that choose them.

${brands.map(({ id, name }) => `### ${headingOf(id, name)}\n\n![Flows of ${name}](flows/${id}.svg)`).join('\n\n')}
`;
}

function headingOf(id: string, name: string): string {
  return `${name} (\`${id}\`)`;
}

function rows(brands: readonly Brand[], paths: TemplatePaths): readonly string[] {
  return [...paths]
    .toSorted(([, one], [, other]) => (one < other ? -1 : 1))
    .map(([template, path]) => {
      const users = brands.flatMap(({ id, flows }) => {
        const own = flows.filter(({ steps }) => steps.some((step) => step.template === template));
        if (own.length === 0) return [];
        return own.length === flows.length ? [`${id} (all)`] : [`${id} (${own.map((flow) => flow.id).join(', ')})`];
      });
      const all = brands.length;
      const everywhere = users.length === all && users.every((user) => user.endsWith('(all)'));
      const list = everywhere ? 'all' : users.join('; ') || 'none';
      return `| \`${path}\` | ${template} | ${purposes[template] ?? ''} | ${list} |`;
    });
}
