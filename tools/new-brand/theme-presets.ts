/** A font file of a brand, as `fonts.json` has it. */
interface Face {
  readonly family: string;
  readonly package: string;
  readonly weight: number;
  readonly characters: 'text' | 'display';
  readonly standIn: 'sans' | 'serif';
}

/** Fonts and shapes of a look: everything in a theme besides colours. */
export interface ThemePreset {
  readonly body: Face;
  readonly display: Face;
  /** Corners in CSS pixels: inputs and buttons, sheets. */
  readonly corners: readonly [control: number, card: number];
  readonly tracking: number;
  readonly scale: number;
}

function look(
  body: readonly [family: string, name: string],
  display: readonly [family: string, name: string, weight: number, standIn?: 'serif'],
  corners: ThemePreset['corners'],
  tracking = 0,
  scale = 1,
): ThemePreset {
  return {
    body: {
      family: body[0],
      package: `@fontsource/${body[1]}`,
      weight: 400,
      characters: 'text',
      standIn: 'sans',
    },
    display: {
      family: display[0],
      package: `@fontsource/${display[1]}`,
      weight: display[2],
      characters: 'display',
      standIn: display[3] ?? 'sans',
    },
    corners,
    tracking,
    scale,
  };
}

/** Looks to choose from, with installed fonts; another pair is a change of `fonts.json` and `theme.*.json`. */
export const themePresets: Readonly<Record<string, ThemePreset>> = {
  clear: look(['Onest', 'onest'], ['Familjen Grotesk', 'familjen-grotesk', 700], [8, 14], -0.01),
  warm: look(['Mulish', 'mulish'], ['Red Hat Display', 'red-hat-display', 700], [14, 22], -0.018),
  firm: look(['Barlow', 'barlow'], ['Barlow Condensed', 'barlow-condensed', 700], [4, 6], 0, 1.16),
  classic: look(['Karla', 'karla'], ['Zilla Slab', 'zilla-slab', 700, 'serif'], [2, 4], -0.01, 1.04),
  lively: look(['Figtree', 'figtree'], ['Outfit', 'outfit', 600], [20, 26], -0.01),
  calm: look(['Mulish', 'mulish'], ['Marcellus', 'marcellus', 400, 'serif'], [22, 28], 0, 1.06),
};
