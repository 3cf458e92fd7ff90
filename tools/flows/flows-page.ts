import type { Brand } from '#src/branding/index.server.ts';
import type { Flow, TemplatePaths } from '#src/domain/catalog/brand-data/index.ts';

/** Purpose of each screen. */
const purposes: Readonly<Record<string, string>> = {
  'custom-offer': 'an offer made for this buyer, or the choice between plans',
  'invoice-payment': 'an invoice is paid, from an e-mail',
  lead: 'who buys',
  'livelo-cpf': 'whose points are used',
  'livelo-select-device': 'where the code of the points programme goes',
  'livelo-code': 'that code',
  'livelo-payment-method': 'how many points',
  'livelo-payment': 'points and money are paid',
  'livelo-error': 'the points programme said no; no step of a flow',
  md: 'a page of the brand’s own words',
  'multiprofile-presentation': 'for how many people',
  'multiprofile-upsell-presentation': 'how many more profiles, right after the payment',
  'order-bump-presentation': 'small additions',
  parsing: 'a result is worked out; no step of a flow',
  payment: 'the purchase is paid',
  'payment-upgrade': 'an upgrade is paid, from an e-mail',
  'payment-upsell': 'an offer of the success page or of a film is paid',
  'payment-verification': 'a bank asks the buyer; no step of a flow',
  'phone-verification': 'a code proves the phone',
  presentation: 'product and price; trial; ticket lots',
  recovery: 'a failed payment is tried again, from an e-mail',
  renew: 'a billing period is paid, from an e-mail',
  'select-school': 'at which school',
  'select-test-location': 'where the exam is taken',
  'subscription-welcome': 'what was bought and when the first charge comes',
  success: 'it is paid; a slip’s line; an offer of the flow’s next step',
  'success-invoice': 'an invoice, a renewal or an upgrade is paid',
  'success-upsell': 'both purchases are paid, said together',
  'upsell-payment': 'an offer of the page before is paid',
  'upsell-presentation': 'an offer right after the payment',
  video: 'a film',
  'video-upsell': 'a film with an offer, right after the payment',
};

/** The documentation page of every flow: table and pictures. */
export function flowsPage(brands: readonly Brand[], paths: TemplatePaths): string {
  return `# Flows

A flow is data: \`brands/<brand>/flows/<flow-id>.json\` lists the steps, each with its screen (template) and the next step. This page is
made from the data by \`npm run flows\`; \`npm run verify\` fails while it is older.

A link chooses the flow: a \`route\` or \`voucher\` that a flow claims, else \`flowId\`, else \`offer\`, else \`default\`, else the first. No path
occurs twice in a flow.

Two pairs of paths sell something after the purchase:

| Paths | The offer stands | Yes | No | Theme |
|---|---|---|---|---|
| \`/payment/upsell\`, \`/success/upsell\` | on the success page or in a film | both are paid, said together | stays on the success page | the brand's |
| \`/upsell-payment\`, \`/subscription-welcome\` | on a page before any success page | pays, then welcome | welcome | \`theme.upsell.<mode>.json\` |

A brand without flows behind its name has the screen in all of them.

| Path | What for | Flows |
|---|---|---|
${rows(brands, paths).join('\n')}

Pages outside the flow stand between payment and next step: \`/payment-verification\`, \`/parsing\` and the waiting pages.

## Pictures

A box is a step: screen, path, data, number. Blue: payment. Amber: the buyer may say no, along the broken line. Green: the end. A broken
frame: a waiting page. Above each row: its flows, and the links that choose them.

${brands.map(({ id, name }) => `![${name}](flows/${id}.svg)`).join('\n')}
`;
}

function rows(brands: readonly Brand[], paths: TemplatePaths): readonly string[] {
  return [...paths]
    .toSorted(([, one], [, other]) => (one < other ? -1 : 1))
    .map(([template, path]) => `| \`${path}\` | ${purposes[template] ?? ''} | ${users(brands, template)} |`);
}

/** A longer list of flows is shown as a count: the pictures have the details. */
const longestList = 120;

/** The flows with a screen; where most have it, the flows without it. */
function users(brands: readonly Brand[], template: string): string {
  const has = (flow: Flow): boolean => flow.steps.some((step) => step.template === template);
  const all = brands.flatMap(({ flows }) => flows);
  const having = all.filter(has).length;
  if (having === 0) return '–';
  if (having === all.length) return 'all';
  const isCommon = having > all.length * 0.7;
  const named = brands.flatMap(({ id, flows }) => {
    const chosen = flows.filter((flow) => has(flow) !== isCommon);
    if (chosen.length === 0) return [];
    return [chosen.length === flows.length ? id : `${id}: ${chosen.map((flow) => flow.id).join(', ')}`];
  });
  const text = named.join('; ');
  const flowCount = isCommon ? all.length - having : having;
  const shown = text.length > longestList ? `${flowCount} flows of ${named.length} brands` : text;
  return `${isCommon ? 'all but ' : ''}${shown}`;
}
