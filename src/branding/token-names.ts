/**
 * The design tokens of the whole product: the only names that a style may use and the only ones that a theme gives.
 * A theme file (`brands/<brand>/theme.<mode>.json`, W3C DTCG format 2025.10) fills them; a token's path becomes its
 * CSS custom property with dashes: `color.action.on` is `var(--color-action-on)`. A theme may also have a `palette`
 * group with names of its own, which only its other tokens refer to.
 *
 * | token | what it paints |
 * |---|---|
 * | color.page | the document behind everything |
 * | color.surface | the sheet on which a form or a summary lies |
 * | color.raised | what floats above a surface: dialog, toast, menu |
 * | color.text, color.text-muted | reading text; hints, legends, placeholders (both pass 4.5:1 on all grounds) |
 * | color.border | lines that only decorate: dividers, sheet edges |
 * | color.border-strong | edges of controls (3:1 on page, surface, field, card) |
 * | color.primary.pure / .on / .text | the brand's first colour as a fill; text on it; the same hue as text on grounds |
 * | color.secondary.pure / .on / .text | the brand's second colour, likewise; `.text` is for links |
 * | color.action.pure / .hover / .on | main button: fill, fill under the pointer or pressed, label |
 * | color.feedback.<success, error, alert>.pure | icons and edges of a message or an invalid field (3:1) |
 * | color.feedback.<…>.text / .surface | its text on page, surface, field and its own ground; that ground |
 * | color.focus | the focus ring (3:1 on every ground) |
 * | color.field | ground of inputs |
 * | color.card, color.selected | ground of a selection card (plan, way to pay); the same when chosen |
 * | color.backdrop, color.backdrop-on | the primary colour, translucent, behind the loading spinner; spinner and text on it. Both are derived: a theme does not give them |
 * | color.decor.one / .two | translucent tints for the page's atmosphere (gradients); text on the page stays legible over them |
 * | radius.control / .card / .pill | inputs and buttons; sheets and cards; tags and badges |
 * | border.control | width of control edges |
 * | font.body | running text, fields, hints; at `weight.body` |
 * | font.strong | short emphasised text: button labels, the chosen option, sums; at `weight.strong` |
 * | font.display | headings, prices and large figures; at `weight.display` |
 * | weight.body / .strong / .display | weights that the two font files really have; nothing else is used |
 * | type.tracking | letter spacing of display text in em: `calc(var(--type-tracking) * 1em)` |
 * | type.scale | factor on display sizes, since narrow faces need larger ones: `calc(2rem * var(--type-scale))` |
 * | type.strong | the same for `font.strong` beside running text: `calc(1em * var(--type-strong))` |
 * | shadow.card, shadow.raised | soft lift of a sheet; lift of what floats |
 * | motion.quick, motion.calm | state changes under the finger; things that enter |
 */
export const tokenTypes = {
  'color.page': 'color',
  'color.surface': 'color',
  'color.raised': 'color',
  'color.text': 'color',
  'color.text-muted': 'color',
  'color.border': 'color',
  'color.border-strong': 'color',
  'color.primary.pure': 'color',
  'color.primary.on': 'color',
  'color.primary.text': 'color',
  'color.secondary.pure': 'color',
  'color.secondary.on': 'color',
  'color.secondary.text': 'color',
  'color.action.pure': 'color',
  'color.action.hover': 'color',
  'color.action.on': 'color',
  'color.feedback.success.pure': 'color',
  'color.feedback.success.text': 'color',
  'color.feedback.success.surface': 'color',
  'color.feedback.error.pure': 'color',
  'color.feedback.error.text': 'color',
  'color.feedback.error.surface': 'color',
  'color.feedback.alert.pure': 'color',
  'color.feedback.alert.text': 'color',
  'color.feedback.alert.surface': 'color',
  'color.focus': 'color',
  'color.field': 'color',
  'color.card': 'color',
  'color.selected': 'color',
  'color.backdrop': 'color',
  'color.backdrop-on': 'color',
  'color.decor.one': 'color',
  'color.decor.two': 'color',
  'radius.control': 'dimension',
  'radius.card': 'dimension',
  'radius.pill': 'dimension',
  'border.control': 'dimension',
  'font.body': 'fontFamily',
  'font.strong': 'fontFamily',
  'font.display': 'fontFamily',
  'weight.body': 'fontWeight',
  'weight.strong': 'fontWeight',
  'weight.display': 'fontWeight',
  'type.tracking': 'number',
  'type.scale': 'number',
  'type.strong': 'number',
  'shadow.card': 'shadow',
  'shadow.raised': 'shadow',
  'motion.quick': 'duration',
  'motion.calm': 'duration',
} as const;

export type TokenName = keyof typeof tokenTypes;

/** Computed from other tokens (`theme/theme-tokens.ts`): a theme that gives one is refused. */
export const derivedTokens: ReadonlySet<TokenName> = new Set(['color.backdrop', 'color.backdrop-on'] as const);

export const tokenNames = Object.keys(tokenTypes) as TokenName[];

/** The CSS custom property of a token path: `color.action.on` → `--color-action-on`. */
export function cssVariable(path: string): `--${string}` {
  return `--${path.replaceAll('.', '-')}`;
}

const grounds: TokenName[] = [
  'color.page',
  'color.surface',
  'color.raised',
  'color.field',
  'color.card',
  'color.selected',
];
const feedback = ['success', 'error', 'alert'] as const;

/** A pair that must be distinguishable: WCAG 2.2 asks 4.5:1 for text (1.4.3) and 3:1 for edges of controls (1.4.11). */
export interface ContrastPair {
  readonly ink: TokenName;
  readonly ground: TokenName;
  readonly least: 4.5 | 3;
}

function pairs(inks: readonly TokenName[], on: readonly TokenName[], least: 4.5 | 3): ContrastPair[] {
  return inks.flatMap((ink) => on.map((ground) => ({ ink, ground, least })));
}

/** Every pair of inks and grounds that the styles use; a theme that misses one is refused. */
export const contrastPairs: readonly ContrastPair[] = [
  ...pairs(['color.text', 'color.text-muted', 'color.primary.text', 'color.secondary.text'], grounds, 4.5),
  ...pairs(['color.backdrop-on'], ['color.backdrop'], 4.5),
  ...pairs(['color.primary.on'], ['color.primary.pure'], 4.5),
  ...pairs(['color.secondary.on'], ['color.secondary.pure'], 4.5),
  ...pairs(['color.action.on'], ['color.action.pure', 'color.action.hover'], 4.5),
  ...feedback.flatMap((kind) => [
    ...pairs([`color.feedback.${kind}.text`], [...grounds, `color.feedback.${kind}.surface`], 4.5),
    ...pairs(['color.text'], [`color.feedback.${kind}.surface`], 4.5),
    ...pairs(
      [`color.feedback.${kind}.pure`],
      ['color.page', 'color.surface', 'color.field', `color.feedback.${kind}.surface`],
      3,
    ),
  ]),
  ...pairs(['color.border-strong'], ['color.page', 'color.surface', 'color.field', 'color.card'], 3),
  ...pairs(['color.focus'], grounds, 3),
  ...pairs(['color.action.pure'], ['color.page', 'color.surface'], 3),
];

/** Ink that stands on the page itself, without a sheet under it. */
export const inksOnPage: readonly TokenName[] = ['color.text', 'color.text-muted', 'color.secondary.text'];

/** How much of each tint lies under small text, at most: at the head of a narrow page, at the foot of a wide one. */
export const tintsUnderText: readonly { readonly one: number; readonly two: number }[] = [
  { one: 0.25, two: 0.5 },
  { one: 0.75, two: 0 },
];
