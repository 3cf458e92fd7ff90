import type { ThemeMode } from '#src/branding/brand.types.ts';
import { contrastRatio } from '#src/branding/theme/contrast-ratio.ts';
import { tintedPages } from '#src/branding/theme/contrast.ts';
import type { Color } from '#src/branding/theme/token-values.ts';
import { fromOklch, type Oklch, type Rgb, toOklch } from './oklch.ts';

/** Colours of a theme by the token's path below `color`. */
export type ThemeColors = Readonly<Record<string, Color>>;

/** Start values of a mode: lightness of its backgrounds and texts, and the direction of more contrast. */
interface Ladder {
  readonly page: number;
  readonly field: number;
  readonly surface: number;
  readonly raised: number;
  readonly selected: number;
  /** Minimum distance from a selected option's background where the brand's hue is that of the message. */
  readonly message: number;
  /** Contrast of a message's text: on a dark background the standard's minimum would make it the dimmest text. */
  readonly messageInk: number;
  readonly text: number;
  readonly muted: number;
  readonly border: number;
  readonly edge: number;
  readonly mark: number;
  /** Share of the brand's chroma in a background, and the maximum. */
  readonly tint: readonly [share: number, most: number];
  readonly away: 1 | -1;
}

const ladders: Readonly<Record<ThemeMode, Ladder>> = {
  dark: {
    page: 0.17,
    field: 0.19,
    surface: 0.21,
    raised: 0.255,
    selected: 0.285,
    message: 0.25,
    messageInk: 7,
    text: 0.96,
    muted: 0.68,
    border: 0.33,
    edge: 0.48,
    mark: 0.6,
    tint: [0.2, 0.03],
    away: 1,
  },
  light: {
    page: 0.965,
    field: 1,
    surface: 1,
    raised: 1,
    selected: 0.935,
    message: 0.912,
    messageInk: 4.5,
    text: 0.22,
    muted: 0.56,
    border: 0.9,
    edge: 0.68,
    mark: 0.62,
    tint: [0.1, 0.014],
    away: -1,
  },
};

/** Margin above the standard's minimum, for rounding. */
const margin = 0.06;

const feedbackHues = { success: 155, error: 25, alert: 75 } as const;

/** A second colour for a brand with only one: the opposite hue, of the same chroma. */
export function secondOf(first: Rgb): Rgb {
  const { c, h } = toOklch(first);
  return fromOklch({ l: 0.74, c: Math.max(0.1, c * 0.8), h: (h + 145) % 360 });
}

/** Every colour of a theme, from two: the lightness of texts is adjusted until each pair has its contrast. */
export function makeColors(first: Rgb, second: Rgb, mode: ThemeMode): ThemeColors {
  const rung = ladders[mode];
  const [main, other] = [toOklch(first), toOklch(second)];
  const tinted = (l: number, most: number = rung.tint[1]): Rgb =>
    fromOklch({ l, c: Math.min(main.c * rung.tint[0] * (most / rung.tint[1]), most), h: main.h });
  const page = tinted(rung.page);
  const surface = tinted(rung.surface);
  const field = tinted(rung.field);
  const raised = tinted(rung.raised);
  const selected = tinted(rung.selected, rung.tint[1] * 2.4);
  const grounds = [page, surface, raised, field, selected];
  const tints = {
    one: { ...solid(first), alpha: mode === 'dark' ? 0.24 : 0.14 },
    two: { ...solid(second), alpha: mode === 'dark' ? 0.12 : 0.18 },
  };
  const open = [...grounds, ...tintedPages(page, tints.one, tints.two)];
  const sheets = [page, surface, field];
  const ink = (from: Oklch, least: number, on: readonly Rgb[]): Rgb => readable(from, least, on, rung.away);

  const action = ink(main, 3, [page, surface]);
  const actionInk = inkOn(action, main.h);
  const colors: Record<string, Color> = {
    page: solid(page),
    surface: solid(surface),
    raised: solid(raised),
    text: solid(ink({ ...main, l: rung.text, c: Math.min(main.c, 0.02) }, 7, grounds)),
    'text-muted': solid(ink({ ...main, l: rung.muted, c: Math.min(main.c, 0.025) }, 4.5, open)),
    border: solid(tinted(rung.border)),
    'border-strong': solid(ink({ ...main, l: rung.edge, c: Math.min(main.c, 0.03) }, 3, sheets)),
    'primary.pure': solid(first),
    'primary.on': solid(inkOn(first, main.h)),
    'primary.text': solid(ink(main, 4.5, grounds)),
    'secondary.pure': solid(second),
    'secondary.on': solid(inkOn(second, other.h)),
    'secondary.text': solid(ink(other, 4.5, open)),
    'action.pure': solid(action),
    'action.hover': solid(hoverOf(action, actionInk)),
    'action.on': solid(actionInk),
    focus: solid(ink(other, 3, grounds)),
    field: solid(field),
    card: solid(surface),
    selected: solid(selected),
    'decor.one': tints.one,
    'decor.two': tints.two,
  };
  for (const [kind, h] of Object.entries(feedbackHues)) {
    const ground = fromOklch({ l: rung.message, c: mode === 'dark' ? 0.05 : 0.035, h });
    colors[`feedback.${kind}.pure`] = solid(ink({ l: rung.mark, c: 0.16, h }, 3, [...sheets, ground]));
    colors[`feedback.${kind}.text`] = solid(ink({ l: rung.muted, c: 0.12, h }, rung.messageInk, [...grounds, ground]));
    colors[`feedback.${kind}.surface`] = solid(ground);
  }
  return colors;
}

function solid(rgb: Rgb): Color {
  return { kind: 'color', rgb, alpha: 1 };
}

/** The colour, with its lightness adjusted until the contrast is enough; black or white when nothing else is. */
function readable(from: Oklch, least: number, grounds: readonly Rgb[], away: 1 | -1): Rgb {
  const magicLinks = (rgb: Rgb) => grounds.every((ground) => contrastRatio(rgb, ground) >= least + margin);
  for (let l = from.l; l > 0 && l < 1; l += away * 0.005) {
    const rgb = fromOklch({ ...from, l });
    if (magicLinks(rgb)) return rgb;
  }
  return away === 1 ? [1, 1, 1] : [0, 0, 0];
}

/** Text colour on a fill: white where readable, else a dark shade of the fill's hue, else black. */
function inkOn(fill: Rgb, h: number): Rgb {
  const choices: readonly Rgb[] = [[1, 1, 1], fromOklch({ l: 0.18, c: 0.03, h })];
  return choices.find((rgb) => contrastRatio(rgb, fill) >= 4.5 + margin) ?? [0, 0, 0];
}

/** A fill under the pointer: one step away from its label's colour, so that the label stays readable. */
function hoverOf(fill: Rgb, label: Rgb): Rgb {
  const { l, c, h } = toOklch(fill);
  const step = toOklch(label).l > l ? -0.05 : 0.05;
  return fromOklch({ l: Math.min(0.99, Math.max(0.01, l + step)), c, h });
}
