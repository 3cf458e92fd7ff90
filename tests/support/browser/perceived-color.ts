/** A place in a space where equal distances look equally far: OKLab (B. Ottosson, 2020). */
type SeenColour = readonly [number, number, number];

/** How a `#rrggbb` is seen. */
export function perceivedColor(hex: string): SeenColour {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const l = Math.cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b);
  const m = Math.cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b);
  const s = Math.cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b);
  return [
    0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
    1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
    0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
  ];
}

/** How far two colours look from each other: 0 is one and the same, 1 black and white. */
export function perceivedDistance(one: SeenColour, other: SeenColour): number {
  return Math.hypot(...one.map((part, at) => part - (other[at] ?? 0)));
}
