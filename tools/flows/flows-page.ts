import type { Brand } from '#src/branding/index.server.ts';
import type { Flow, TemplatePaths } from '#src/domain/flows/index.ts';

/** What each screen is for. */
const purposes: Readonly<Record<string, string>> = {
  'custom-offer': 'an offer made for this buyer, or the choice between plans',
  'invoice-payment': 'a bill is paid, from a letter',
  lead: 'who buys',
  'livelo-cpf': 'whose points are used',
  'livelo-select-device': 'where the code of the points programme goes',
  'livelo-code': 'that code',
  'livelo-payment-method': 'how many points',
  'livelo-payment': 'points and money are taken',
  'livelo-error': 'the points programme said no; no step of a flow',
  md: 'a page of the brand’s own words',
  'multiprofile-presentation': 'for how many people',
  'multiprofile-upsell-presentation': 'how many more profiles, right after the payment',
  'order-bump-presentation': 'small additions',
  parsing: 'a result is worked out; no step of a flow',
  payment: 'the purchase is paid',
  'payment-upgrade': 'a larger plan is paid, from a letter',
  'payment-upsell': 'an offer of the success page or of a film is paid',
  'payment-verification': 'a bank asks the buyer; no step of a flow',
  'phone-verification': 'a code proves the phone',
  presentation: 'what is sold and what it costs; free time; lots of tickets',
  recovery: 'a payment that failed is tried again, from a letter',
  renew: 'another period is paid, from a letter',
  'select-school': 'at which school',
  'select-test-location': 'where the exam is taken',
  'subscription-welcome': 'what was bought and when the first charge comes',
  success: 'it is paid; a slip’s line; an offer of the flow’s next step',
  'success-invoice': 'a bill, a renewal or a larger plan is paid',
  'success-upsell': 'both purchases are paid, said together',
  'upsell-payment': 'an offer of the page before is paid',
  'upsell-presentation': 'an offer right after the payment',
  video: 'a film',
  'video-upsell': 'a film with an offer, right after the payment',
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

A brand without flows behind its name has the screen in all of them.

| Path | Screen | What for | Flows |
|---|---|---|---|
${rows(brands, paths).join('\n')}

Between the payment and the next step stand pages that are no steps: \`/payment-verification\` while a bank asks the buyer,
\`/parsing\` while a result is worked out, and the waiting pages that the pictures show.

## Pictures

A box is a step: its screen, its path, what the data says about it, and the number that buyers read. Blue: money is taken.
Amber: the buyer may say no; the broken line shows where that leads (also where the points programme turns off). Green: the end. A broken frame: a page where money that
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
    .map(
      ([template, path]) => `| \`${path}\` | ${template} | ${purposes[template] ?? ''} | ${users(brands, template)} |`,
    );
}

/** Who has a screen in a flow; where most have it, who has not. */
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
  return `${isCommon ? 'all but ' : ''}${named.join('; ')}`;
}
